import { defineModule } from '../define-module.ts'
import { beginLedgers, type LedgerServices } from './begin.ts'
import { addLedgerIndexes } from './indexes.ts'
import { ledgerMonthTable, ledgerTable } from './migrations.ts'
import { ledgerRoutes } from './routes.ts'

/** The ledgers that documents declare: moves post to them (records/ledger). */
export const ledgerModule = defineModule<LedgerServices>({
  name: 'ledger',
  routes: [ledgerRoutes],
  migrations: { '20261128-1600-ledgers': ledgerTable, '20261128-2000-ledger-months': ledgerMonthTable },
  async seed(services) {
    const { documents, log } = services
    let running: Promise<void> = Promise.resolve()
    const run = () => {
      running = running.then(async () => {
        try {
          await addLedgerIndexes(services)
          await beginLedgers(services)
        } catch (error) {
          log.error({ err: error }, 'ledgers could not be filled')
        }
      })
      return running
    }
    await run()
    documents.onChange(run)
  },
})
