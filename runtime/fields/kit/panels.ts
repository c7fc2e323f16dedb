import type { SettingsPanel } from '#runtime/schema/settings-panel.ts'

type Panels = Readonly<Record<string, SettingsPanel>>

/** The panel of a type's own settings; under `field` the panel of the common settings. Made by scripts/generate.ts. */
export async function loadPanel(word: string): Promise<SettingsPanel> {
  const { default: panels } = await import('./panels.json')
  return (panels as unknown as Panels)[word] ?? []
}
