/** A sheet as offices have them, its cells separated by |, and what its columns become. */
export interface PastedSheet {
  name: string
  lines: string
  /** Each field as `title type`, with its scale, rules, choices and formula. */
  fields: string[]
  /** The first row as it is imported. */
  first: string
  /** The number of rows. */
  count: number
  dropped?: string[]
}

const repeat = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

export const pastedSheets: readonly PastedSheet[] = [
  {
    name: 'a purchase list with a caption, a total and a signature',
    lines: `2026 年一季度办公用品采购清单|||||
序号|品名|数量|单价|金额|采购日期
1|打印纸|20|￥22.50|￥450.00|2026/1/5
2|签字笔|100|￥1.80|￥180.00|2026/1/8
3|硒鼓|4|￥260.00|￥1,040.00|2026/2/3
合计||||￥1,670.00|
制表人：王芳|||||`,
    fields: [
      '序号 number 0 required',
      '品名 text required',
      '数量 number 0 required',
      '单价 number 2 required',
      '金额 number 2 sum =fsl * fdj',
      '采购日期 date required',
    ],
    first: '1|打印纸|20|￥22.50|￥450.00|2026/1/5',
    count: 3,
    dropped: ['1 行表名', '1 行合计', '1 行说明'],
  },
  {
    name: 'full-width digits',
    lines: `品名|数量|单价|金额
宣纸|１２|３．５０|４２．００
徽墨|５|１８．００|９０．００`,
    fields: [
      '品名 text required',
      '数量 number 0 required',
      '单价 number 2 required',
      '金额 number 2 sum =fsl * fdj',
    ],
    first: '宣纸|１２|３．５０|４２．００',
    count: 2,
  },
  {
    name: 'whole amounts, which may have two decimals',
    lines: `项目|预算金额|押金
修缮|50000|1000
展陈|120000|2000`,
    fields: ['项目 text required', '预算金额 number 2 sum required', '押金 number 2 sum required'],
    first: '修缮|50000|1000',
    count: 2,
  },
  {
    name: 'percents, and an amount computed with them',
    lines: `货品|不含税金额|税率|税额
甲|1000.00|13%|130.00
乙|250.00|6%|15.00
丙|99.90|13%|12.99`,
    fields: [
      '货品 text required',
      '不含税金额 number 2 sum required',
      '税率% number 0 required',
      '税额 number 2 sum =fbhsje * fsl / 100',
    ],
    first: '甲|1000.00|13|130.00',
    count: 3,
  },
  {
    name: 'days as people write them',
    lines: `合同名称|签订日期|到期日期
空调维保|2026年1月5日|2026年12月31日
电梯维保|2026年3月12日|2027年3月11日`,
    fields: [
      '合同名称 text required',
      '签订日期 date required',
      '到期日期 date required fdqrq == null or fqdrq == null or fdqrq >= fqdrq',
    ],
    first: '空调维保|2026年1月5日|2026年12月31日',
    count: 2,
  },
  {
    name: 'days as numbers of a spreadsheet',
    lines: `藏品|入藏日期|册数
县志|45292|12
府志|45310|8`,
    fields: ['藏品 text required', '入藏日期 date required', '册数 number 0 required'],
    first: '县志|45292|12',
    count: 2,
  },
  {
    name: 'phones with blanks and dashes',
    lines: `姓名|联系电话|部门
王芳|138 0571 0042|办公室
李强|139-0571-0043|编纂处
赵敏|13705710044|办公室`,
    fields: ['姓名 text required', '联系电话 text required m', '部门 text required'],
    first: '王芳|13805710042|办公室',
    count: 3,
  },
  {
    name: 'phones of offices among those of people, which no rule fits',
    lines: `单位|电话
省图书馆|0571-87988085
市档案馆|13805710042`,
    fields: ['单位 text required', '电话 text required'],
    first: '省图书馆|0571-87988085',
    count: 2,
  },
  {
    name: 'numbers of identity cards and codes of companies',
    lines: `姓名|身份证号|单位|统一社会信用代码
王芳|33010619900101123x|甲公司|91330000MA27XXXX1A
李强|330106 19850203 4567|乙公司|91330000MA28YYYY2B`,
    fields: [
      '姓名 text required',
      '身份证号 text required unique ^\\d{17}[\\dX]$',
      '单位 text required',
      '统一社会信用代码 text required unique creditCode',
    ],
    first: '王芳|33010619900101123X|甲公司|91330000MA27XXXX1A',
    count: 2,
  },
  {
    name: 'codes with leading zeros',
    lines: `工号|姓名|邮编
00012|王芳|310007
00013|李强|310012
00014|赵敏|315000`,
    fields: ['工号 text required unique', '姓名 text required', '邮编 text required p'],
    first: '00012|王芳|310007',
    count: 3,
  },
  {
    name: 'yes and no in three spellings',
    lines: `设备|是否报废|有无说明书|已盘点
投影仪|否|有|√
扫描仪|是|无|
相机|否|有|√`,
    fields: ['设备 text required', '是否报废 yesNo', '有无说明书 yesNo 有/无', '已盘点 yesNo'],
    first: '投影仪|否|有|是',
    count: 3,
  },
  {
    name: 'merged cells of groups',
    lines: `部门|姓名|职务
办公室|王芳|主任
|李强|科员
|赵敏|科员
编纂处|孙立|处长
|周平|编辑`,
    fields: ['部门 text required', '姓名 text required', '职务 text required'],
    first: '办公室|王芳|主任',
    count: 5,
  },
  {
    name: 'choices that repeat, beside names that do',
    lines: `书名|类别|馆藏地
${repeat(9, (at) => `${['西湖志', '宁波府志', '嘉兴府志'][at % 3]}|${['府志', '县志'][at % 2]}|${at < 8 ? '一楼' : '二楼'}`)}`,
    fields: ['书名 text required', '类别 choice required 府志/县志', '馆藏地 choice required 一楼/二楼'],
    first: '西湖志|府志|一楼',
    count: 9,
  },
  {
    name: 'texts of which each occurs once or twice',
    lines: `来源|数量
捐赠|1
征集|2
购买|3
交换|1
捐赠|4`,
    fields: ['来源 text required', '数量 number 0 required'],
    first: '捐赠|1',
    count: 5,
  },
  {
    name: 'long texts with line breaks',
    lines: `题名|提要
西湖志|"记西湖山水
并及名胜"
府志|${'内容丰富，'.repeat(20)}`,
    fields: ['题名 text required', '提要 longText required'],
    first: '西湖志|记西湖山水\n并及名胜',
    count: 2,
  },
  {
    name: 'wages: sums and differences of columns',
    lines: `姓名|基本工资|岗位津贴|奖金|应发合计|代扣|实发工资
王芳|5000|800|1200.50|7000.50|700|6300.50
李强|4800|600|0|5400|540|4860
赵敏|5200|0|300|5500|550|4950`,
    fields: [
      '姓名 text required',
      '基本工资 number 2 sum required',
      '岗位津贴 number 0 required',
      '奖金 number 2 sum required',
      '应发合计 number 2 sum =fjbgz + fgwjt + fjj',
      '代扣 number 0 required',
      '实发工资 number 2 sum =fyfhj - fdk',
    ],
    first: '王芳|5000|800|1200.50|7000.50|700|6300.50',
    count: 3,
  },
  {
    name: 'a stock list: opening, in, out and rest',
    lines: `单位：册|||||
品名|上月结存|本月入库|本月出库|本月结存|备注
县志|100|20|15|105|
府志|30|0|5|25|缺一册
年鉴|12|6|6|12|
说明：数据截至月末|||||`,
    fields: [
      '品名 text required',
      '上月结存 number 0 required',
      '本月入库 number 0 required',
      '本月出库 number 0 required',
      '本月结存 number 0 =fsyjc + fbyrk - fbyck',
      '备注 text',
    ],
    first: '县志|100|20|15|105|',
    count: 3,
    dropped: ['1 行表名', '1 行说明'],
  },
  {
    name: 'titles of two lines, and blank columns at the end',
    lines: `名称|"数量
（册）"|时间||
县志|1,234.50|2026-01-05 08:30||
府志|2|2026-01-06 14:00||`,
    fields: ['名称 text required', '数量（册） number 2 required', '时间 datetime required'],
    first: '县志|1,234.50|2026-01-05 08:30',
    count: 2,
  },
  {
    name: 'a date that is missing in some rows, and amounts in brackets',
    lines: `单号|归还日期|余额
JY001|2026-01-05|100.00
JY002||(25.50)
JY003|2026.2.7|0`,
    fields: ['单号 text required unique', '归还日期 date', '余额 number 2 sum required'],
    first: 'JY001|2026-01-05|100.00',
    count: 3,
  },
]
