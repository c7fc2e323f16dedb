import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const source = fileURLToPath(new URL('settings-panels-source.ts', import.meta.url))
const name = 'virtual:settings-panels'

const derive = () => runnerImport<typeof import('./settings-panels-source.ts')>(source)

/** The projects of a run of scripts/unit-tests.mjs load this file each, and derive the panels once: it takes three seconds. */
const run = globalThis as { settingsPanels?: ReturnType<typeof derive> }

/** The module with the settings panels: derived from the shapes of the document language, which no browser loads. */
export const settingsPanelsModule: Plugin = {
  name: 'settings-panels',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  async load(id) {
    if (id !== `\0${name}`) return null
    if (process.env.MODULE_CACHE) run.settingsPanels ??= derive()
    const { module, dependencies } = await (run.settingsPanels ?? derive())
    for (const file of [source, ...dependencies]) this.addWatchFile(file)
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(module.panels))})`
  },
}
