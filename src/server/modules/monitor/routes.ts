import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { isAuthorized } from './metrics.ts'
import type { Monitor } from './monitor.ts'

export interface MonitorServices extends PlatformServices {
  monitor: Monitor
}

/** What a collector and a load balancer ask. */
export const monitorRoutes: Plugin<MonitorServices> = (app, { config, db, monitor }) => {
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    const { metrics } = monitor
    if (!metrics || !isAuthorized(request.headers.authorization, config.metricsToken ?? ''))
      throw appError('NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.read())
  })

  /** Unlike /healthz also asks the database: a server that cannot reach it should get no requests. */
  app.get('/readyz', { exposeHeadRoute: true, config: { access: 'public' } }, async (_request, reply) => {
    const isReady = await sql`select 1`.execute(db.app).then(
      () => true,
      () => false,
    )
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
  })
}
