import { type IconName, iconNames, iconWord } from '#runtime/schema/names/icon-names.ts'
import type { Icon } from '../icon-set.ts'
import { lazyPart } from '../lazy.tsx'

const drawn = new Map<IconName, Icon>()

/** An unknown name, for example in the menu of another server, is drawn as four squares. */
export function iconOf(name: string): Icon {
  const word = iconWord(name)
  const key = iconNames.find((known) => known === word) ?? 'appstore'
  const icon = drawn.get(key) ?? lazyPart(async () => (await import('../icon-set.ts')).iconSet[key])
  drawn.set(key, icon)
  return icon
}
