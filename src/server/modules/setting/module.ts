import { defineModule } from '../define-module.ts'
import { settingTable } from './migration.ts'
import { type SettingServices, settingRoutes } from './routes.ts'

/** Settings that administrators change in the product: mail, text messages, the password rule. */
export const settingModule = defineModule<SettingServices>({
  name: 'setting',
  routes: [settingRoutes],
  migrations: { '20261123-0058-settings': settingTable },
})
