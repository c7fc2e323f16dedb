import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Trx } from '../../platform/store/database.ts'

export interface DemoAnnouncement {
  daysAgo: number
  body: JsonObject
}

const DAY_MS = 24 * 60 * 60 * 1000
const VALID_DAYS = 90

const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('')

const everybody = [
  {
    daysAgo: 26,
    titile: '关于开展年度馆藏清点的通知',
    priority: 'M',
    msgAbstract: '各库房自下月起逐架清点，清点期间暂停出库。',
    msgContent: paragraphs(
      '按年度工作安排，自下月起对各库房馆藏逐架清点。',
      '清点期间相应架位暂停出库；急用的志书请提前三天与典藏部联系。',
    ),
  },
  {
    daysAgo: 12,
    titile: '《府县旧志提要》审稿会安排',
    priority: 'L',
    msgAbstract: '审稿会在二楼会议室举行，请带齐批注本。',
    msgContent: `${paragraphs('审稿会分两场：')}<ul><li>上午：明代以前诸志</li><li>下午：清代及民国诸志</li></ul>${paragraphs('请各位编辑带齐批注本，散会后交采编部汇总。')}`,
  },
  {
    daysAgo: 3,
    titile: '善本库房临时断电检修',
    priority: 'H',
    msgAbstract: '本周六恒温恒湿设备检修，库房停止进出。',
    msgContent: paragraphs(
      '本周六八时至十八时，善本库房配电检修，恒温恒湿设备改由备用电源供电。',
      '<strong>检修期间停止进出库，</strong>请提前办理手续。',
    ),
  },
]

/** The library's announcements, and a message to the users who enter bills about a pending one. */
export async function announcements(trx: Trx, start: Date): Promise<DemoAnnouncement[]> {
  const time = (daysAhead: number) => formatDateTime(new Date(start.getTime() + daysAhead * DAY_MS))
  const common = (daysAgo: number) => ({ startTime: time(-daysAgo), endTime: time(VALID_DAYS) })
  const read = async (text: ReturnType<typeof sql<JsonObject>>) => (await text.execute(trx)).rows
  const people = await read(sql<JsonObject>`
    select id, username from sys_user where username in ('admin', 'clerk') order by username`)
  const [bill] = await read(sql<JsonObject>`
    select id, fbillno from stk_in_bill where fstates = '待审核' and del_flag = 0 and sys_org_code = 'A01A01'
    order by create_time desc limit 1`)
  const toAll = everybody.map(({ daysAgo, ...body }) => ({
    daysAgo,
    body: { ...body, ...common(daysAgo), msgCategory: '1', msgType: 'ALL' },
  }))
  const welcome = {
    ...common(1),
    titile: '欢迎使用业务管理系统',
    priority: 'L',
    msgCategory: '2',
    msgType: 'ALL',
    msgAbstract: '从左侧菜单进入各项业务；按 Ctrl K 搜索菜单和记录。',
    msgContent: paragraphs(
      '从左侧菜单进入各项业务；按 Ctrl K 可按名称或拼音首字母搜索菜单和记录。',
      '点「去处理」看一看馆藏目录。',
    ),
    openType: 'url',
    openPage: '/catalog/gazetteer',
  }
  if (!bill) return [...toAll, { daysAgo: 1, body: welcome }]
  const waiting = {
    ...common(0),
    titile: `入库单 ${String(bill.fbillno)} 等待审核`,
    priority: 'M',
    msgCategory: '2',
    msgType: 'USER',
    users: people.map(({ username }) => username).join(','),
    userIds: people.map(({ id }) => id).join(','),
    msgAbstract: '打开即可查看这张单据。',
    msgContent: paragraphs('打开即可查看这张单据。'),
    openType: 'component',
    openPage: 'stock/in-bill',
    busId: bill.id,
  }
  return [...toAll, { daysAgo: 1, body: welcome }, { daysAgo: 0, body: waiting }]
}
