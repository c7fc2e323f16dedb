import { sql } from 'kysely'
import type { PlatformServices } from '../../platform/services.ts'
import { lookupRoute } from '../../records/read/picker-lookup.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { loanEffects, loanHook } from './lend.ts'
import { loansOfReader } from './lookup.ts'

type LoanServices = Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>

/** Gives loans that were stored before loans had a state theirs, and lends their books. */
async function giveStates({ db, documents }: LoanServices): Promise<void> {
  if (!documents.screen('reader/borrow') || !documents.screen('catalog/gazetteer')) return
  await db.write(async (trx) => {
    await sql`
      with loans as (
        update rdr_borrow set fstate = case when freturn is null then '借出' else '已还' end
        where fstate is null returning fbookid, fstate)
      update lib_gazetteer set fstate = '外借'
      where fstate = '在架' and id in (select fbookid from loans where fstate = '借出')`.execute(trx)
  })
}

/** Loans: the state of the lent books, and the limits of readers. */
export const loanModule = defineModule<LoanServices>({
  name: 'loan',
  routes: [(app, services) => lookupRoute(app, services, loansOfReader)],
  effects: loanEffects,
  hooks: [loanHook],
  lookups: [loansOfReader],
  seed: giveStates,
})
