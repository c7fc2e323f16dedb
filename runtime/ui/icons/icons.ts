import { type IconName, iconNames, iconWord } from '#runtime/schema/names/icon-names.ts'
import { lazyPart } from '../lazy.tsx'
import type { Icon } from './icon-set.ts'

const drawn = new Map<IconName, Icon>()

/** An unknown name, for example in the menu of another server, is drawn as four squares. */
export function getIcon(icon: string): Icon {
  const word = iconWord(icon)
  const key = iconNames.find((name) => name === word) ?? 'appstore'
  const drawing = drawn.get(key) ?? lazyPart(async () => (await import('./icon-set.ts')).iconSet[key])
  drawn.set(key, drawing)
  return drawing
}
