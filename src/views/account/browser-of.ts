/** In the order in which they tell: each also calls itself by the names below it. */
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

const named = (list: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  list.find(([shape]) => shape.test(agent))?.[1]

/** What a browser calls itself, in two words: `Chrome，Windows`. */
export function browserOf(agent: string | null): string {
  const words = [named(browsers, agent ?? ''), named(systems, agent ?? '')].filter(Boolean)
  return words.join('，') || '未知设备'
}
