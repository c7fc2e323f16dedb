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
