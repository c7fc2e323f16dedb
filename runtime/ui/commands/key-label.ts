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
