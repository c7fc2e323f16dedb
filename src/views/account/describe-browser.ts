/** In order of precedence: the user agent of each browser also contains the names below it. */
const browsers = [
  [/MicroMessenger/, '微信'],
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const matchName = (list: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  list.find(([shape]) => shape.test(agent))?.[1]

/** The browser and system of a user agent: `Chrome，Windows`. */
export function describeBrowser(agent: string | null): string {
  const words = [matchName(browsers, agent ?? ''), matchName(systems, agent ?? '')].filter(Boolean)
  return words.join('，') || '未知设备'
}
