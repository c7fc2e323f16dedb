import { commentCommands, formCommands, moveCommands } from '#runtime/screens/form/commands/form-commands.ts'
import { stepCommands } from '#runtime/screens/form/commands/step-commands.ts'
import { branchCommands } from '#runtime/screens/list-kit/branch-commands.ts'
import { cellCommands, cellEditCommands } from '#runtime/screens/list-kit/commands/cell-commands.ts'
import { groupCommands } from '#runtime/screens/list-kit/commands/group-commands.ts'
import { listCommands } from '#runtime/screens/list-kit/commands/list-commands.ts'
import { searchCommands } from '../search/search-commands.ts'
import { tabCommands } from '../tabs/tab-commands.ts'
import { helpCommands } from './help-commands.ts'

/** A command as the list of keys shows it. */
export interface KeyedCommand {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly keyText?: string
}

type Table = readonly KeyedCommand[] | Readonly<Record<string, KeyedCommand>>

const group = (title: string, place: string, ...tables: readonly Table[]) => ({
  title,
  /** Where the keys count. */
  place,
  commands: tables.flatMap((table) => Object.values(table)).filter(({ keys }) => keys.length > 0),
})

/** The keys of the application, from the tables of commands that also run them. */
export async function loadKeyGroups() {
  const { findBarCommands, findCommands, gridCommands } = await import('#runtime/grid/DetailTable.tsx')
  return [
    group('随处', '光标不在输入框里时', searchCommands, helpCommands),
    group('标签', '光标在上方的标签上', tabCommands),
    group('列表', '列表的页面', listCommands, cellCommands, cellEditCommands),
    group('分组的列表', '光标在一组的标题上', groupCommands),
    group('树形列表', '光标在一行上', branchCommands),
    group('表单', '打开的表单', formCommands, commentCommands),
    group('查看的记录', '从列表打开的记录', stepCommands),
    group('待办', '待办的页面', stepCommands, moveCommands),
    group('明细表格', '光标在明细的格子里', gridCommands),
    group('在明细里查找', '查找框里', findCommands, findBarCommands),
  ]
}
