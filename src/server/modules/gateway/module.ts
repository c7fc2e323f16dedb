import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { gatewayRoutes } from './routes.ts'

/** The register of gateway routes. */
export const gatewayModule = defineModule<RecordServices>({ name: 'gateway', routes: [gatewayRoutes] })
