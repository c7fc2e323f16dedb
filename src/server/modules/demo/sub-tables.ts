import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Trx } from '../../platform/store/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const toDateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface Order {
  daysAgo: number
  audited: boolean
  head: JsonObject
  items: JsonObject[]
  arrivals: JsonObject[]
}

/** Ordered goods: supplier and goods by index in the demo lists, then quantities. */
const orderPlan: readonly (readonly [
  daysAgo: number,
  supplier: number,
  lines: readonly (readonly [number, number])[],
])[] = [
  [
    40,
    1,
    [
      [8, 20],
      [9, 12],
      [11, 30],
    ],
  ],
  [
    33,
    6,
    [
      [13, 400],
      [14, 60],
      [15, 30],
    ],
  ],
  [
    27,
    3,
    [
      [4, 1],
      [5, 6],
    ],
  ],
  [
    21,
    8,
    [
      [18, 200],
      [19, 24],
      [20, 300],
      [21, 12],
    ],
  ],
  [
    16,
    2,
    [
      [0, 30],
      [1, 30],
      [2, 4],
    ],
  ],
  [
    9,
    4,
    [
      [3, 2],
      [6, 10],
    ],
  ],
  [
    5,
    0,
    [
      [10, 40],
      [12, 55.5],
    ],
  ],
  [
    2,
    7,
    [
      [16, 3],
      [17, 120],
    ],
  ],
]

export async function orders(trx: Trx, start: Date): Promise<Order[]> {
  const readRows = async (table: string) =>
    (await sql<JsonObject>`select * from ${sql.id(table)} order by create_time, id`.execute(trx)).rows
  const [goods, suppliers] = [await readRows('bas_goods'), await readRows('bas_supplier')]
  return orderPlan.map(([daysAgo, at, lines], index) => {
    const supplier = suppliers[at]
    const time = start.getTime() - daysAgo * DAY_MS
    const details = lines.flatMap(([place, fnum]) => {
      const item = goods[place]
      return item ? [{ item, fnum }] : []
    })
    const audited = index < 5
    return {
      daysAgo,
      audited,
      head: {
        fdate: toDateText(time),
        fdeliverydate: toDateText(time + 14 * DAY_MS),
        fsupplierid: supplier?.id,
        fsupplier: supplier?.fname,
        fcontact: supplier?.fcontact,
        ftaxrate: index % 3 === 2 ? 9 : 13,
        fnote: index % 4 === 1 ? '库房年度补充' : null,
      },
      items: details.map(({ item: { id: spid, fname: fspname, fspec, funit, fprice }, fnum }) => ({
        spid,
        fspname,
        fspec,
        funit,
        fprice: Number(fprice),
        fnum,
      })),
      arrivals: audited
        ? details.slice(0, 2).map(({ item, fnum }) => ({
            fdate: toDateText(time + 10 * DAY_MS),
            fspname: item.fname,
            fnum,
            fhandler: 'he.guangyu',
          }))
        : [],
    }
  })
}

const gift = (
  ftitle: string,
  fkind: string,
  fdynasty: string,
  fnum: number,
  fvalue: number,
  fstate = '完好',
) => ({
  ftitle,
  fkind,
  fdynasty,
  fnum,
  fvalue,
  fstate,
  fholder: fdynasty === '当代' ? '02' : '01',
})

/** Gifts to the library, oldest first. */
export const donations = (start: Date): JsonObject[] => {
  const on = (daysAgo: number) => toDateText(start.getTime() - daysAgo * DAY_MS)
  return [
    {
      fdate: on(82),
      fdonor: '孙氏后人（绍兴）',
      fkind: '个人',
      ftel: '13857500231',
      fnote: '家藏旧志，三代相传，自愿捐赠入藏。',
      items: [
        gift('（乾隆）绍兴府志 残卷', '府志', '清', 6, 18000, '残损'),
        gift('（嘉庆）山阴县志', '县志', '清', 8, 24000, '需修复'),
        gift('绍兴县志资料 第一辑', '资料', '民国', 16, 3200),
      ],
      thanks: [
        { fdate: on(80), fway: '捐赠证书', fnote: '证书编号 2025-011' },
        { fdate: on(61), fway: '回赠图书', fnote: '《绍兴市志》一套' },
      ],
    },
    {
      fdate: on(58),
      fdonor: '宁波市鄞州区地方志办公室',
      fkind: '单位',
      fnote: '馆际交换之外另赠。',
      items: [gift('鄞州区志', '县志', '当代', 3, 900), gift('鄞州年鉴（2024）', '年鉴', '当代', 2, 640)],
      thanks: [{ fdate: on(57), fway: '感谢信', fnote: '函复致谢' }],
    },
    {
      fdate: on(31),
      fdonor: '金叔衡',
      fkind: '个人',
      ftel: '13605710448',
      items: [
        gift('南浔镇志 手抄本', '乡镇志', '民国', 4, 5600, '需修复'),
        gift('湖州水利志 油印稿', '专志', '当代', 1, 300),
      ],
      thanks: [{ fdate: on(30), fway: '捐赠证书', fnote: '证书编号 2025-014' }],
    },
    {
      fdate: on(12),
      fdonor: '温州市图书馆',
      fkind: '单位',
      items: [gift('（光绪）永嘉县志 影印本', '县志', '清', 10, 2200)],
      thanks: [],
    },
  ]
}

const loan = (
  fcallno: string,
  ftitle: string,
  floandate: string,
  fduedate: string,
  freturndate?: string,
) => ({
  fcallno,
  ftitle,
  floandate,
  fduedate,
  ...(freturndate ? { freturndate } : {}),
})

/** For how many days, and how many books, the kinds of readers borrow. */
const terms: Readonly<Record<string, { fdays: number; flimit: number }>> = {
  普通读者: { fdays: 30, flimit: 5 },
  研究读者: { fdays: 60, flimit: 10 },
  馆内职工: { fdays: 90, flimit: 20 },
}
const borrowers = [
  '赵启明',
  '钱若虚',
  '孙望舒',
  '李清扬',
  '周雨桐',
  '吴砚农',
  '郑观复',
  '王知微',
  '冯半亩',
  '陈书客',
]

/** Readers with their identity papers, and readers whose cards have only a name. */
export const readers = (start: Date): JsonObject[] => {
  const on = (days: number) => toDateText(start.getTime() + days * DAY_MS)
  const plain = borrowers.map((fname, at) => ({
    fname,
    fkind: at % 3 === 0 ? '研究读者' : '普通读者',
    fvaliddate: on(300 + at * 40),
  }))
  return [...detailed(on), ...plain].map((reader) => ({ ...reader, ...terms[reader.fkind] }))
}

const detailed = (on: (days: number) => string) => [
  {
    fname: '沈砚秋',
    fsex: 2,
    fbirthday: '1986-05-14',
    ftel: '13757100123',
    funit: '浙江大学历史学院',
    fkind: '研究读者',
    fvaliddate: on(420),
    card: [
      {
        fno: '330106198605140029',
        fissuer: '杭州市公安局西湖分局',
        fvaliddate: on(2600),
        faddress: '杭州市西湖区余杭塘路 866 号',
      },
    ],
    loans: [
      loan('K295.5/0012', '（嘉泰）会稽志', on(-70), on(-40), on(-45)),
      loan('K295.5/0047', '（咸淳）临安志', on(-20), on(10)),
    ],
  },
  {
    fname: '郑怀民',
    fsex: 1,
    fbirthday: '1958-11-02',
    ftel: '13505710456',
    funit: '退休教师',
    fkind: '普通读者',
    fvaliddate: on(95),
    card: [{ fno: '330102195811020413', fissuer: '杭州市公安局上城分局', faddress: '杭州市上城区清波街道' }],
    loans: [loan('K295.5/0089', '塘栖志', on(-33), on(-3))],
  },
  {
    fname: '叶知秋',
    fsex: 2,
    ftel: '13957700789',
    funit: '温州日报社',
    fkind: '研究读者',
    fvaliddate: on(-12),
    fstate: '挂失',
    card: [{ fkind: '护照', fno: 'E70123456', fissuer: '国家移民管理局' }],
    loans: [],
  },
  {
    fname: '吴思源',
    fsex: 1,
    fkind: '馆内职工',
    funit: '本馆采编部',
    fvaliddate: on(1800),
    loans: [loan('K295.5/0124', '浙江通志', on(-8), on(52))],
  },
]
