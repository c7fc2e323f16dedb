/** Whether the user has enabled data saving in the browser: then nothing is fetched before it is needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
