import { defineModule } from '../define-module.ts'
import { Monitor } from './monitor.ts'
import { type MonitorServices, monitorRoutes } from './routes.ts'

/** What the servers use and how they answer, for the screens of `monitor` and for collectors. */
export const monitorModule = defineModule<MonitorServices, Pick<MonitorServices, 'monitor'>>({
  name: 'monitor',
  routes: [monitorRoutes],
  open(core) {
    const monitor = new Monitor(core)
    monitor.start()
    return { monitor }
  },
  close: ({ monitor }) => monitor.stop(),
})
