/** The part of a keyboard event that commands read. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A key that an input method processes is typed text too. */
const isCharacter = (key: string): boolean => key.length === 1 || key === 'Process'

/**
 * The names by which commands may have a pressed key, the most exact one first. Letters are capitals whether Shift is
 * pressed or not.
 */
export function keyNames({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string[] {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  const modifiers = `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}`
  const names = [`${modifiers}${name}`]
  if (shiftKey) names.unshift(`${modifiers}Shift+${name}`)
  if (modifiers === '' && isCharacter(key)) names.push('Character')
  return names
}

const WORDS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Space: '空格',
}
const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** The keys of a command as the help writes them; the four arrows are 方向键. */
export function keyLabel({ keys, keyText }: { keys: readonly string[]; keyText?: string }): string {
  if (keyText !== undefined) return keyText
  const [first = ''] = keys
  const prefix = first.slice(0, first.lastIndexOf('+') + 1)
  const isArrows = ARROWS.every((arrow) => keys.includes(prefix + arrow))
  const names = isArrows ? [`${prefix}方向键`, ...keys.slice(ARROWS.length)] : keys
  return names
    .map((name) =>
      name
        .split('+')
        .map((part) => WORDS[part] ?? part)
        .join(' + '),
    )
    .join(' / ')
}
