export type Strength = '低' | '中' | '强'

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** A hint on a password's strength, by its length, its different characters and their kinds; no rule. */
export function measureStrength(password: string): Strength {
  const characters = [...password]
  const variety = Math.min(characters.length, 2 * new Set(characters).size)
  const mixture = kinds.filter((kind) => kind.test(password)).length - 1
  const points = variety + 3 * mixture
  if (characters.length < 8 || points < 13) return '低'
  return points < 19 ? '中' : '强'
}
