import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import type { RecordRouteServices } from '../../records/record-routes.ts'
import type { SessionServices } from '../session/interface.ts'

/** The services of the routes that manage users: records, imports and sessions. */
export interface UserServices
  extends Omit<RecordRouteServices, 'sessions'>,
    Pick<
      ImportRouteServices,
      'imports' | 'importLog' | 'importOperations' | 'inbox' | 'storeText' | 'lookups' | 'reportRows'
    >,
    Pick<SessionServices, 'config' | 'sessions'> {
  dictionaries: ImportRouteServices['dictionaries'] & SessionServices['dictionaries']
}
