import { defineModule } from '../define-module.ts'
import { alarmTable } from './alarms/migration.ts'
import { type AlarmServices, alarmJob } from './alarms/watch.ts'
import { doctorRoutes } from './doctor-route.ts'
import { Monitor } from './monitor.ts'
import { type MonitorServices, monitorRoutes } from './routes.ts'

/** What the servers use and how they answer, for the screens of `monitor` and for collectors. */
export const monitorModule = defineModule<MonitorServices & AlarmServices, Pick<MonitorServices, 'monitor'>>({
  name: 'monitor',
  routes: [monitorRoutes, doctorRoutes],
  jobs: [alarmJob],
  migrations: { '20261129-1215-alarms': alarmTable },
  async open(core) {
    const monitor = new Monitor(core)
    await monitor.start()
    return { monitor }
  },
  close: ({ monitor }) => monitor.stop(),
})
