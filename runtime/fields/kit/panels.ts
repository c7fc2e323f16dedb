import type { SettingsPanel } from '#runtime/schema/settings/settings-node.ts'

/** The panel of a type's own settings; `field` names the common settings, `document.…` and `block.…` those of documents and their parts. Made by the build (scripts/build/settings-panels-module.ts). */
export async function loadPanel(word: string): Promise<SettingsPanel> {
  const { default: panels } = await import('virtual:settings-panels')
  return panels[word] ?? []
}
