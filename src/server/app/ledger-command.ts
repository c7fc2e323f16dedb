import { readConfig } from '../platform/config.ts'
import { currentTime } from '../platform/store/clock.ts'
import { countWrongDays } from '../records/ledger/breakdown.ts'
import { countWrongMonths } from '../records/ledger/month-sums.ts'
import { type Ledger, listLedgers } from '../records/ledger/open-ledger.ts'
import { keepBreakdown } from '../records/ledger/post.ts'
import { findDifferences, rebuildBalances } from '../records/ledger/verify.ts'
import { systemAuthor } from '../records/then/author.ts'
import { writeRecords } from '../records/transaction.ts'
import { withServices } from './with-services.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Differences of a measure that are listed. */
const MAX_DIFFERENCES = 20

/**
 * `documents ledger verify` compares the balances of all ledgers with the sums of their entries, `documents ledger rebuild` sets them to
 * the sums. Exit code.
 */
export async function runLedgerCommand(command: 'verify' | 'rebuild'): Promise<number> {
  const config = { ...readConfig(process.env), demo: false, bench: false }
  let exitCode = 0
  await withServices(config, async (services) => {
    const { db } = services
    const ledgers = listLedgers(services.documents)
    if (ledgers.length === 0) say('没有账')
    for (const ledger of ledgers) {
      if (command === 'rebuild') {
        const count = await writeRecords(services, async (transaction) => {
          const changed = await rebuildBalances(transaction.trx, ledger)
          await keepBreakdown(transaction, ledger, { user: systemAuthor, now: currentTime() })
          return changed
        })
        say(`${nameLedger(ledger)}：改正了 ${count} 个余额`)
        continue
      }
      const found = await findDifferences(db.app, ledger, MAX_DIFFERENCES)
      const months = await countWrongMonths(db.app, ledger)
      const days = await countWrongDays(db.app, ledger)
      if (found.length > 0 || months > 0 || days > 0) exitCode = 1
      say(`${nameLedger(ledger)}：${found.length === 0 ? '余额都是各笔的合计' : '余额不是各笔的合计'}`)
      for (const { dimensions, measure, balance, sum } of found)
        say(`  ${dimensions.join('、')} 的 ${measure}：余额 ${balance ?? '没有'}，各笔合计 ${sum}`)
      if (months > 0) say(`  有 ${months} 个月的合计不是各笔的合计`)
      if (days > 0) say(`  有 ${days} 行的最近日期不是各笔的日期`)
    }
    if (exitCode > 0) say('请运行 npm run documents -- ledger rebuild，按各笔重算余额')
  })
  return exitCode
}

const nameLedger = ({ document: { id, title } }: Ledger): string => `「${title}」${id}`
