/** The parts of the setting module that other modules may import. */
export { SETTING_CODE } from './routes.ts'
export { readSettings, type Settings } from './settings.ts'
export type { SettingValues } from './values.ts'
