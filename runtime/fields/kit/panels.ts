import type { SettingsPanel } from '#runtime/schema/settings/settings-node.ts'

type Panels = Readonly<Record<string, SettingsPanel>>

/** The panel of a type's own settings; `field` names the common settings, `document.…` and `block.…` those of documents and their parts. Made by scripts/generate.ts. */
export async function loadPanel(word: string): Promise<SettingsPanel> {
  const { default: panels } = await import('./panels.json')
  return (panels as unknown as Panels)[word] ?? []
}
