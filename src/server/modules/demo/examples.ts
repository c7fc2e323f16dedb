import { Readable } from 'node:stream'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { FileStore } from '../../platform/files/contract.ts'
import type { Db } from '../../platform/store/database.ts'
import { storeUpload } from '../file/interface.ts'
import { pagePicture, pagesPdf } from './pictures.ts'

const names = ['谢婉清', '方致远', '何光宇', '林淑玉', '罗鸣', '沈墨', '周砚秋', '李文澜'] as const
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const pad = (at: number, width: number) => String(at).padStart(width, '0')

/** Rows of the example screens, by the screen. */
export const exampleRows: Readonly<Record<string, readonly JsonObject[]>> = {
  'example-case/demo': names.map((name, at) => ({
    name,
    keyWord: pick(['方志', '年鉴', '地图', '修复'], at),
    punchTime: `2025-09-2${at} 08:${10 + at * 3}:00`,
    sex: 1 + (at % 2),
    age: 28 + at * 4,
    birthday: `${1997 - at * 4}-0${1 + at}-1${at}`,
    email: `staff${at + 1}@example.com`,
    content: `${name}，方志馆工作人员。`,
  })),
  'example-case/order': Array.from({ length: 12 }, (_, at) => ({
    orderCode: `DD${pad(at + 1, 4)}`,
    ctype: at % 3 === 2 ? '2' : '1',
    orderDate: `2025-08-${pad(at + 3, 2)}`,
    orderMoney: 860 + at * 145.5,
    content: pick(['赴外地征集旧志', '参加修志研讨会', '护送展品'], at),
    customers: [
      { name: pick(names, at), sex: 1, telphone: `1380571${pad(1000 + at, 4)}` },
      { name: pick(names, at + 3), sex: 2, telphone: `1390571${pad(2000 + at, 4)}` },
    ],
    tickets: [{ ticketCode: `MF8${pad(at + 11, 3)}`, tickectDate: `2025-08-${pad(at + 5, 2)}` }],
  })),
  'example-case/total': Array.from({ length: 24 }, (_, at) => ({
    name: `${pick(names, at)}${at < 8 ? '' : Math.floor(at / 8) + 1}`,
    point: 40 + ((at * 37) % 61),
    level: pick(['甲', '乙', '丙'], at),
  })),
  'example-list/edit-table': Array.from({ length: 15 }, (_, at) => ({
    no: `BJ${pad(at + 1, 4)}`,
    description: `${pick(['通志', '府志', '县志', '专志', '年鉴'], at)}著录规则`,
    callNo: 20 + ((at * 61) % 300),
    status: String(at % 4),
    updatedAt: `2025-09-${pad(at + 1, 2)} 10:00:00`,
  })),
  'example-table/ship': Array.from({ length: 20 }, (_, at) => ship(at)),
  'example-table/voyage': Array.from({ length: 6 }, (_, at) => ({
    departDate: `2025-10-${pad(at + 8, 2)}`,
    cargo: pick(['展柜', '书版', '纸张'], at),
    ships: [ship(at * 3), ship(at * 3 + 1), ship(at * 3 + 2)],
    crew: [{ name: pick(names, at), post: '船长', phone: `1370571${pad(3000 + at, 4)}` }],
  })),
}

function ship(at: number): JsonObject {
  return {
    num: at + 1,
    ship_name: `${pick(['钱江', '富春', '兰江', '瓯江'], at)}${pad(at + 1, 2)}号`,
    call: `B${1000 + at * 37}`,
    len: 40 + ((at * 13) % 60),
    ton: 300 + ((at * 97) % 900),
    payer: pick(['省航运公司', '港务集团', '县文化馆'], at),
    count: 1 + (at % 6),
    company: pick(['钱塘航运社', '浙东船务', '江南拖轮行'], at),
    trend: pick(['出港', '进港', '锚泊'], at),
  }
}

/** A menu as a tree: parents first; `under` is the place of the parent in the list. */
export const exampleTree: readonly { under: number | null; row: JsonObject }[] = [
  { under: null, row: { name: '馆藏目录', component: 'layouts/RouteView', sortNo: 10 } },
  { under: 0, row: { name: '地方志书目', component: 'catalog/gazetteer', sortNo: 11 } },
  { under: 0, row: { name: '捐赠登记', component: 'catalog/donation', sortNo: 12 } },
  { under: null, row: { name: '读者服务', component: 'layouts/RouteView', sortNo: 20 } },
  { under: 3, row: { name: '读者档案', component: 'reader/reader', sortNo: 21 } },
  { under: 3, row: { name: '借阅', component: 'layouts/RouteView', sortNo: 22 } },
  { under: 5, row: { name: '借阅登记', component: 'reader/borrow', sortNo: 23 } },
  { under: 5, row: { name: '还书日历', component: 'reader/due-calendar', sortNo: 24 } },
]

const albums = [
  ['雍正浙江通志', 3],
  ['咸淳临安志', 2],
  ['嘉泰会稽志', 4],
  ['康熙仁和县志', 1],
] as const

/** Stores drawn pages, and returns the rows that show them. */
export async function exampleFiles(
  db: Db,
  files: FileStore,
): Promise<{ pictures: JsonObject[]; pdfs: JsonObject[] }> {
  const store = async (name: string, bytes: Buffer): Promise<string> => {
    const stored = await storeUpload(db, files, {
      biz: 'example',
      name,
      source: Readable.from([bytes]),
      by: 'clerk',
    })
    return 'path' in stored ? stored.path : ''
  }
  const pictures: JsonObject[] = []
  const pdfs: JsonObject[] = []
  for (const [at, [title, count]] of albums.entries()) {
    const seeds = Array.from({ length: count }, (_, leaf) => at * 5 + leaf)
    const paths: string[] = []
    for (const seed of seeds) paths.push(await store(`${title}${seed}.png`, pagePicture(seed)))
    pictures.push({ title, photos: paths.join(','), note: `${title}卷首书影，共 ${count} 叶。` })
    const fileName = `${title}.pdf`
    const pdf = pagesPdf(seeds)
    const file = [{ fileName, filePath: await store(fileName, pdf), fileSize: pdf.length }]
    pdfs.push({ name: `${title}书影`, file, note: `${count} 页` })
  }
  return { pictures, pdfs }
}
