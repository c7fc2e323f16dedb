/** The document format of this program. */
export const currentVersion = 2
