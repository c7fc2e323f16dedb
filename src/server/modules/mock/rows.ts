import type { JsonObject } from '#runtime/kernel/json.ts'

const people = ['谢婉清', '方致远', '何光宇', '林淑玉', '罗鸣', '沈墨', '周砚秋', '李文澜'] as const
const places = [
  '杭州',
  '宁波',
  '温州',
  '嘉兴',
  '湖州',
  '绍兴',
  '金华',
  '衢州',
  '舟山',
  '台州',
  '丽水',
] as const
const works = ['年鉴', '专志', '资料汇编', '地名志', '乡镇志', '方言志', '旧志点校', '口述史'] as const

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const number = (at: number, width = 4): string => String(at).padStart(width, '0')
/** A time in the summer of 2025, later for each next row. */
const time = (at: number): string =>
  new Date(Date.UTC(2025, 5, 1, 9, 17) + at * 31 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const repeat = (count: number, make: (at: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), ...make(at) }))

const work = (at: number): string => `${pick(places, at)}${pick(works, at * 3 + 1)}`

/** Rules of description with the number of times that they were applied. */
const services = repeat(64, (at) => ({
  no: `GZ${number(at + 1)}`,
  description: `${work(at)}著录规则`,
  owner: pick(people, at),
  callNo: 37 + ((at * 7919) % 960),
  progress: (at * 17) % 101,
  status: String((at * 5) % 4),
  updatedAt: time((at * 11) % 64),
}))

const users = repeat(23, (at) => ({
  no: `YH${number(at + 1, 3)}`,
  name: pick(people, at),
  depart: pick(['编纂处', '年鉴处', '资料处', '方志馆'], at),
  task: work(at),
  progress: (at * 23 + 40) % 101,
  status: at % 5 === 4 ? '0' : '1',
  openTime: time(at),
}))

const roles = repeat(12, (at) => ({
  code: pick(['editor', 'proof', 'catalog', 'reader', 'repair', 'keeper'], at) + (at < 6 ? '' : '2'),
  name: pick(['编纂', '校对', '编目', '读者服务', '修复', '库房'], at) + (at < 6 ? '人员' : '负责人'),
  describe: pick(['撰写志稿', '三审三校', '著录图书', '接待读者', '修补古籍', '出入库'], at),
  status: at % 4 === 3 ? '0' : '1',
  openTime: time(at),
}))

const permissions = repeat(18, (at) => ({
  code: `${pick(['catalog', 'stock', 'reader', 'report', 'message', 'account'], at)}:${pick(['list', 'edit', 'audit'], Math.floor(at / 6))}`,
  name: `${pick(['书目', '库存', '读者', '报表', '消息', '账户'], at)}${pick(['查询', '编辑', '审核'], Math.floor(at / 6))}`,
  actions: pick(['查询,详情', '查询,新增,编辑,删除', '查询,审核,反审核'], Math.floor(at / 6)),
  status: at % 7 === 6 ? '0' : '1',
}))

const articles = repeat(36, (at) => ({
  title: `${pick(places, at)}${pick(['旧志版本考', '修志凡例札记', '志稿评议', '古地图研究', '物产门辑佚'], at)}`,
  owner: pick(people, at + 3),
  tags: pick(['版本', '凡例', '评议', '舆图', '物产'], at),
  text: '志者记也，积记其事也。此文据馆藏刻本与抄本互校，辨其卷次之异同，并补前人著录之阙。',
  star: 12 + ((at * 53) % 180),
  updatedAt: time(at),
}))

const applications = repeat(20, (at) => ({
  title: pick(
    ['书目检索', '全文数据库', '地名查询', '数字展厅', '读者预约', '修复档案', '编纂平台', '校对助手'],
    at,
  ),
  category: pick(['检索', '展示', '服务', '编纂'], at),
  activeUser: 120 + ((at * 611) % 4000),
  newUser: 5 + ((at * 37) % 200),
  updatedAt: time(at),
}))

const projects = repeat(24, (at) => ({
  title: `${work(at)}编纂`,
  text: `${pick(places, at)}卷，下限至 2020 年，分 ${12 + (at % 9)} 编，${pick(['资料收集', '初稿撰写', '三审三校', '付印'], at)}阶段。`,
  owner: pick(people, at),
  progress: (at * 29 + 15) % 101,
  status: String(at % 4),
  updatedAt: time(at),
}))

const goods = repeat(4, (at) => ({
  no: `${1_234_561 + at}`,
  name: pick(['《浙江通志》第 12 卷', '《绍兴市志》', '无酸档案盒', '宣纸修复用皮纸'], at),
  barcode: `97878120${number(1843 + at * 7)}`,
  price: pick([128, 880, 8.6, 420], at),
  num: pick([2, 1, 10, 1], at),
  amount: pick([256, 880, 86, 420], at),
}))

const progress = repeat(5, (at) => ({
  time: `2025-10-0${at + 1} 1${at}:10`,
  rate: pick(['联系读者', '取件登记', '验收入库', '财务退款', '退货完成'], at),
  status: at < 4 ? '成功' : '进行中',
  operator: pick(people, at),
  cost: `${(at + 1) * 5} 分钟`,
}))

const operations = repeat(15, (at) => ({
  kind: String((at % 3) + 1),
  type: pick(['订购关系生效', '财务复审', '部门初审', '提交订单', '创建订单'], at),
  name: pick(people, at),
  status: at % 5 === 1 ? '驳回' : '同意',
  updatedAt: time(at),
  memo: at % 5 === 1 ? '发票抬头与合同不符，退回补正' : '—',
}))

const ships = repeat(50, (at) => ({
  num: at + 1,
  ship_name: `${pick(['钱江', '富春', '兰江', '瓯江', '曹娥'], at)}${number(at + 1, 2)}号`,
  call: `B${number(1000 + at * 37)}`,
  len: 40 + ((at * 13) % 60),
  ton: 300 + ((at * 97) % 900),
  payer: pick(['省航运公司', '港务集团', '县文化馆'], at),
  count: 1 + (at % 6),
  company: pick(['钱塘航运社', '浙东船务', '江南拖轮行'], at),
  trend: pick(['出港', '进港', '锚泊'], at),
}))

const tugs = repeat(12, (at) => ({
  dd_num: at + 1,
  tug: `拖${number(at + 1, 2)}`,
  work_start_time: time(at),
  work_stop_time: time(at + 1),
  type: pick(['靠泊', '离泊', '护航'], at),
  port_area: pick(['三堡', '六和塔', '闸口'], at),
}))

const files = repeat(3, (at) => ({
  name: pick(['馆藏旧志目录', '阅览须知', '修志条例'], at),
  pages: pick([24, 4, 12], at),
  updatedAt: time(at),
}))

/** The sample rows by the last part of their address. */
export const mockRows: Readonly<Record<string, readonly JsonObject[]>> = {
  service: services,
  user: users,
  role: roles,
  permission: permissions,
  article: articles,
  application: applications,
  project: projects,
  goods,
  progress,
  operation: operations,
  ship: ships,
  tug: tugs,
  pdfList: files,
}

/** Single records by the last part of their address. */
export const mockRecords: Readonly<Record<string, JsonObject>> = {
  order: {
    orderNo: '1000000000',
    state: '已取货',
    saleNo: '1234123421',
    childNo: '3214321432',
    userName: '付小小',
    phone: '18100000000',
    express: '馆际物流',
    address: '杭州市西湖区文一西路 234 号',
    remark: '无',
  },
  project: {
    id: '23421',
    name: '《临安县志》续修',
    owner: '谢婉清',
    contract: '12421',
    startTime: '2025-12-12',
    stopTime: '2026-12-12',
    remark: '2026 年底前付印',
    step: '部门初审',
    creator: '谢婉清',
    createTime: '2025-12-12 12:32',
    auditor: '方致远',
  },
}
