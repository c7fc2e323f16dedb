/** The date and the time (UTC) at which a migration was written, and what it does: `20261124-0546-pinyin`. */
const NAME = /^(\d{8}-\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)$/

/**
 * A migration either expands the database or contracts it: one that takes away what the version before reads or writes has
 * words that begin with `contract`. The step is part of the name, so that a version knows it of migrations of newer ones.
 */
const CONTRACT = /^\d{8}-\d{4}-contract-/
export const isContract = (name: string): boolean => CONTRACT.test(name)
export const isExpand = (name: string): boolean => NAME.test(name) && !isContract(name)

/** Up to version 1.0.21 a name had a number of three digits instead of the date and the time: `041-pinyin`. */
const NUMBERED_NAME = /^\d{3}-(.+)$/

/** Throws for a name of another form, and for two migrations of the same time or with the same words. */
export function checkMigrationNames(names: readonly string[]): void {
  const owners = new Map<string, string>()
  for (const name of names) {
    const [, time, words] = NAME.exec(name) ?? []
    if (time === undefined || words === undefined)
      throw new Error(`migration ${name}: a name is a date, a time and words, like 20261124-0546-pinyin`)
    for (const part of [time, words]) {
      const owner = owners.get(part)
      if (owner !== undefined) throw new Error(`migrations ${owner} and ${name}: both have ${part}`)
      owners.set(part, name)
    }
  }
}

/** The new name of each applied migration that has a number in its name. */
export function findRenamed(applied: readonly string[], names: readonly string[]): Map<string, string> {
  const byWords = new Map(names.map((name) => [NAME.exec(name)?.[2], name]))
  return new Map(
    applied.flatMap((name) => {
      const renamed = byWords.get(NUMBERED_NAME.exec(name)?.[1])
      return renamed === undefined ? [] : [[name, renamed]]
    }),
  )
}
