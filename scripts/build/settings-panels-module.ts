import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const source = fileURLToPath(new URL('settings-panels-source.ts', import.meta.url))
const name = 'virtual:settings-panels'

/** The module with the settings panels: derived from the shapes of the document language, which no browser loads. */
export const settingsPanelsModule: Plugin = {
  name: 'settings-panels',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  async load(id) {
    if (id !== `\0${name}`) return null
    const { module, dependencies } = await runnerImport<typeof import('./settings-panels-source.ts')>(source)
    for (const file of [source, ...dependencies]) this.addWatchFile(file)
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(module.panels))})`
  },
}
