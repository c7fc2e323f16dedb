import type { JsonObject } from '#runtime/kernel/json.ts'
import { oldChronicles, places, trades } from './places.ts'

/** Small seeded generator (mulberry32): the same demo content on every machine. */
function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { below, pick }
}

const classByKind: Record<string, string> = {
  通志: 'B01A01A01',
  府志: 'B01A01A02',
  州志: 'B01A01A03',
  县志: 'B01A01A04',
  乡镇志: 'B01A01A05',
}
const pad = (n: number, width: number) => String(n).padStart(width, '0')

const volumes: Readonly<Record<string, readonly string[]>> = {
  '卷一 建置': ['沿革', '疆域', '城池', '公署'],
  '卷二 山川': ['山', '水', '津梁'],
  '卷三 食货': ['户口', '田赋', '物产'],
}

/** The contents of a book: volumes and their chapters. */
function contents(): JsonObject[] {
  let page = 1
  return Object.entries(volumes).flatMap(([volume, chapters], at) => {
    const id = `tmp_${at}`
    const top = { id, ftitle: volume, fpage: page }
    page += 2
    return [
      top,
      ...chapters.map((ftitle) => {
        page += 9
        return { ftitle, fpage: page - 9, pid: id }
      }),
    ]
  })
}

/** 200 books: the old chronicles, then new ones, trades and yearbooks up to that number. */
export function books(): JsonObject[] {
  const { below, pick } = random(20250925)
  const shelf: JsonObject[] = oldChronicles.map(([ftitle, fkind, fdynasty, fregion, fvolumes]) => ({
    ftitle,
    fkind,
    fdynasty,
    fregion,
    fvolumes,
    fclass: classByKind[fkind],
    fholder: fdynasty === '民国' ? pick(['03', '04']) : pick(['01', '01', '02']),
  }))
  const add = (
    ftitle: string,
    fkind: string,
    fregion: string,
    fclass: string,
    fvolumes: number,
    fholder: string,
  ) => shelf.push({ ftitle, fkind, fdynasty: '当代', fregion, fvolumes, fclass, fholder })
  add('浙江通志', '通志', '330000', 'B01A02A01', 113, '02')
  for (const place of places) {
    add(`${place.name}市志`, '市志', place.code, 'B01A02A02', 1 + below(10), '02')
    add(`${place.name}年鉴（2024）`, '年鉴', place.code, 'B01A03', 1, '05')
    for (const [name, code] of place.counties.slice(0, 4)) {
      add(
        `${name}${/州$|鄞|萧山|余杭|富阳|临安|黄岩|上虞|奉化/.test(name) ? '区' : ''}志`,
        '县志',
        code,
        'B01A02A02',
        1 + below(3),
        pick(['02', '03']),
      )
    }
    const trade = pick(trades)
    add(`${place.name}市${trade}志`, '专志', place.code, 'B01A02A03', 1, pick(['03', '04']))
    add(`${place.name}地情资料选编 第${1 + below(6)}辑`, '资料', place.code, 'B01A04', 1, '04')
  }
  for (let year = 2023; shelf.length < 200; year--) {
    for (const place of places) {
      if (shelf.length < 200) add(`${place.name}年鉴（${year}）`, '年鉴', place.code, 'B01A03', 1, '05')
    }
  }
  return shelf.slice(0, 200).map((book, index) => ({
    fcallno: `K295.5/${pad(index * 7 + 12, 4)}`,
    ...book,
    toc: index < 3 ? contents() : [],
    fstate: index % 17 === 5 ? '修复中' : '在架',
    fnote: index < 20 ? `${book.ftitle}，${book.fdynasty}代纂修，${book.fvolumes}卷，馆藏影印本。` : null,
  }))
}

export const warehouses: readonly JsonObject[] = [
  { fcode: 'CK01', fname: '图书采编库', fmanager: 'clerk', faddress: '主楼一层 103' },
  { fcode: 'CK02', fname: '修复材料库', fmanager: 'shen.mo', faddress: '修复楼二层 201' },
  { fcode: 'CK03', fname: '装具库', fmanager: 'reader', faddress: '附楼负一层' },
  { fcode: 'CK04', fname: '交换赠阅库', fmanager: 'clerk', faddress: '主楼一层 105' },
]

export const suppliers: readonly JsonObject[] = [
  ['杭州富阳古籍修复材料厂', '陈启明', '13805710011'],
  ['安徽泾县宣纸制品有限公司', '曹宣和', '13905630022'],
  ['江苏凤凰影印文献有限公司', '顾一帆', '13705140033'],
  ['浙江古籍出版社发行部', '金其华', '13605710044'],
  ['方志出版社发行部', '王道成', '13501010055'],
  ['国家图书馆出版社发行部', '赵玉清', '13601010066'],
  ['苏州档案装具厂', '吴敏之', '13806120077'],
  ['上海书画装帧工艺社', '徐汉卿', '13701610088'],
  ['宁波天一恒湿设备有限公司', '范永年', '13905740099'],
  ['绍兴市地方志办公室', '孙越', '13857500110'],
  ['湖州善琏湖笔厂', '沈笔生', '13857200121'],
  ['温州市图书馆交换组', '叶海涛', '13857700132'],
].map(([fname, fcontact, ftel]) => ({ fname, fcontact, ftel }))

const goodsList: readonly (readonly [string, string, string, string, number])[] = [
  ['《中国地方志集成·省志辑》影印本', '16开 精装', '册', 'B02A01', 380],
  ['《中国方志丛书·华中地方》影印本', '16开 精装', '册', 'B02A01', 260],
  ['《天一阁藏明代方志选刊》影印本', '32开 线装', '函', 'B02A01', 1280],
  ['《宋元方志丛刊》影印本', '16开 精装', '套', 'B02A01', 1980],
  ['《浙江通志》', '16开 精装', '套', 'B02A01', 6800],
  ['《绍兴市志（1979—2010）》', '16开 精装', '套', 'B02A01', 880],
  ['《海宁州志稿》点校本', '16开 平装', '册', 'B02A01', 168],
  ['《浙江年鉴（2024）》', '大16开', '册', 'B02A01', 320],
  ['宣纸修复用皮纸', '四尺 净皮', '刀', 'B02A02', 420],
  ['薄型典具帖', '四尺 单宣', '刀', 'B02A02', 560],
  ['中性淀粉浆糊', '1kg', '桶', 'B02A02', 88],
  ['真丝装订线', '0.5mm 100m', '个', 'B02A02', 35],
  ['绫绢书衣料', '仿古米黄', '米', 'B02A02', 48.5],
  ['无酸档案盒 A4 5cm', '310×220×50', '个', 'B02A03', 8.6],
  ['古籍函套（四合套）', '定制 中号', '个', 'B02A03', 65],
  ['古籍函套（六合套）', '定制 大号', '个', 'B02A03', 98],
  ['楠木书匣', '定制', '个', 'B02A03', 460],
  ['无酸卡纸', '全开 300g', '张', 'B02A03', 12.5],
  ['恒湿调湿剂', '500g 50%RH', '袋', 'B02A04', 26.5],
  ['除氧防虫片', '100 片', '盒', 'B02A04', 78],
  ['香茅防蠹包', '20g', '袋', 'B02A04', 6.8],
  ['温湿度记录纸', '周记', '盒', 'B02A04', 42],
]
/** The stock limit below which goods are reordered; some are below it, whatever the bills add. */
const lowest: Readonly<Record<string, number>> = {
  '古籍函套（四合套）': 20,
  香茅防蠹包: 30,
  温湿度记录纸: 40,
}
export const goods: readonly JsonObject[] = goodsList.map(
  ([fname, fspec, funit, fcategory, fprice], index) => ({
    fcode: `${fcategory.slice(-1)}${pad(index + 1, 4)}`,
    fname,
    fspec,
    funit,
    fcategory,
    fprice,
    // Books are bought once; consumables are reordered.
    fmin: fcategory === 'B02A01' ? null : (lowest[fname] ?? 10),
  }),
)

/** Stacks with rows and shelves; a place without inner places is a shelf. */
interface Place {
  fname: string
  flevel: string
  fcapacity: number
  fkeeper?: string
  places: Place[]
}
const shelves = (row: number, count: number): Place[] =>
  Array.from({ length: count }, (_, at) => ({
    fname: `${row} 排 ${at + 1} 架`,
    flevel: '架',
    fcapacity: 160,
    places: [],
  }))
const lanes = (count: number, perLane: number): Place[] =>
  Array.from({ length: count }, (_, at) => ({
    fname: `${at + 1} 排`,
    flevel: '排',
    fcapacity: perLane * 160,
    places: shelves(at + 1, perLane),
  }))
const stack = (fname: string, fkeeper: string, count: number, perLane: number): Place => ({
  fname,
  flevel: '库房',
  fcapacity: count * perLane * 160,
  fkeeper,
  places: lanes(count, perLane),
})
const stacks: readonly Place[] = [
  stack('旧志善本库', '沈墨', 4, 4),
  stack('新编志书库', '何光宇', 4, 5),
  stack('年鉴资料库', '罗鸣', 2, 4),
  { fname: '待整理暂存区', flevel: '库房', fcapacity: 800, fkeeper: '何光宇', places: [] },
]

/** The places of the library, parents first; `at` is the code of a place, `under` that of its parent. */
export function locations(): { at: string; under: string; row: JsonObject }[] {
  const walk = (
    places: readonly Place[],
    under: string,
    from = 0,
  ): { at: string; under: string; row: JsonObject }[] =>
    places.flatMap(({ places: inner, ...row }, index) => {
      const at = under === '' ? `K${from + index + 1}` : `${under}-${pad(index + 1, 2)}`
      return [{ at, under, row: { ...row, fcode: at } }, ...walk(inner, at)]
    })
  return stacks.flatMap((stack, index) =>
    walk([stack], '', index).map((place) => ({
      ...place,
      row: { ...place.row, fwarehouse: warehouses[index]?.fcode ?? null },
    })),
  )
}

/** The shelf of goods in a warehouse, by their indexes; null: not put on a shelf yet. */
function findShelf(warehouse: number, item: number): unknown {
  const shelves = locations().filter(
    ({ row }) => row.flevel === '架' && row.fwarehouse === warehouses[warehouse]?.fcode,
  )
  return item % 6 === 5 ? null : (shelves[item % shelves.length]?.at ?? null)
}

/** 60 bills; goods, warehouse and supplier are given by their index in the lists above. */
export function bills() {
  const { below, pick } = random(2025)
  return Array.from({ length: 60 }, (_, index) => {
    const bill = {
      daysAgo: 60 - index + below(2),
      warehouse: below(warehouses.length),
      supplier: below(suppliers.length),
      audited: index < 46 && index % 5 !== 4,
      otherDepart: index % 6 === 5,
      fremark:
        index % 9 === 0 ? pick(['年度集中采购', '读者捐赠配套', '修复项目专项经费', '馆际交换']) : null,
      lines: Array.from({ length: 2 + below(5) }, () => ({
        goods: below(goods.length),
        fnum: pick([1, 2, 4, 5, 6, 10, 12, 20, 40, 100]),
        ftaxrate: pick([9, 13, 13, 13]),
      })),
    }
    const lines = bill.lines.map((line) => ({ ...line, flocation: findShelf(bill.warehouse, line.goods) }))
    return { ...bill, lines }
  })
}
