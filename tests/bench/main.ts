import { benchAbuse } from './abuse.ts'
import { benchAccess } from './account/access.ts'
import { benchGrants } from './account/grants.ts'
import { benchSignIn } from './account/sign-in.ts'
import { benchUserList } from './account/user-list.ts'
import { benchDay } from './cluster/day.ts'
import { benchFailover } from './cluster/failover.ts'
import { benchFaults } from './cluster/faults/faults.ts'
import { benchImage } from './cluster/image.ts'
import { benchSoak } from './cluster/soak.ts'
import { benchCron } from './cron.ts'
import { benchDesigner } from './designer.ts'
import { benchDocuments } from './documents.ts'
import { benchExcel } from './excel.ts'
import { benchFiles } from './files.ts'
import { benchGrowth } from './growth.ts'
import { benchLedger } from './ledger.ts'
import { benchList } from './list.ts'
import { benchLists } from './lists.ts'
import { type Budget, isKept } from './measure/budget.ts'
import { benchReady } from './measure/ready.ts'
import { benchBell } from './messages/bell.ts'
import { benchSending } from './messages/sending.ts'
import { benchMonitor } from './monitor.ts'
import { benchRename } from './rename.ts'
import { benchScreens } from './screens.ts'
import { benchSearch } from './search.ts'
import { benchSlowLine } from './slow-line.ts'
import { benchTable } from './table.ts'
import { benchTabs } from './tabs.ts'
import { benchWorkflow } from './workflow.ts'

process.env.TZ = 'Asia/Shanghai'
const parts: Record<string, () => Promise<Budget[]>> = {
  access: benchAccess,
  grants: benchGrants,
  'user-list': benchUserList,
  ledger: benchLedger,
  workflow: benchWorkflow,
  list: benchList,
  lists: benchLists,
  growth: benchGrowth,
  cron: benchCron,
  messages: async () => [...(await benchBell()), ...(await benchSending())],
  monitor: benchMonitor,
  search: benchSearch,
  screens: benchScreens,
  designer: benchDesigner,
  table: benchTable,
  tabs: benchTabs,
  ready: benchReady,
  'sign-in': benchSignIn,
  abuse: benchAbuse,
  documents: benchDocuments,
  rename: benchRename,
  excel: benchExcel,
  files: benchFiles,
  'slow-line': benchSlowLine,
  failover: benchFailover,
  faults: benchFaults,
  cluster: benchDay,
  soak: benchSoak,
  image: benchImage,
}
/** They take a quarter of an hour and more, and more programs (docs/operations.md). */
const onlyByName = ['failover', 'faults', 'cluster', 'soak', 'growth', 'image']
const wanted = process.argv.slice(2)
let failed = 0
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyByName.includes(name)) continue
  for (const budget of await measure()) {
    if (!isKept(budget)) failed++
    const word = isKept(budget) ? 'ok  ' : 'OVER'
    console.log(
      `${word} ${budget.name}: ${budget.value.toFixed(2)} ${budget.unit} (${budget.atLeast ? 'at least' : 'at most'} ${budget.limit})`,
    )
  }
}
process.exit(failed ? 1 : 0)
