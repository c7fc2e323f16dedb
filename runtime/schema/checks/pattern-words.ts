const key = '以字母开头，只含字母、数字和下划线，最多 64 个字，如 fname'
const address = '写以 / 开头的站内地址，如 /stock/in-bill'
const column = '以小写字母开头，只含小写字母、数字和下划线，最多 60 个字，如 f_name'
const code = '以字母开头，只含字母、数字、下划线、冒号、点和连字符，如 stock:in'

/** The forms that the patterns of the language accept, in words, by pattern: problem texts show no regular expression. */
export const patternWords: Readonly<Record<string, string>> = {
  '^(A[45]( landscape)?|[1-9]\\d{1,2}x[1-9]\\d{1,2} mm|label [1-9]\\d{0,2}x[1-9]\\d{0,2} mm)$':
    '写 A4、A5、A4 landscape、241x140 mm，或标签纸 label 60x40 mm',
  '^(86|[1-9]\\d{5})$': '写 86 或六位的行政区划编码，如 330000',
  '^(default|blue|green|orange|red|grey)$': '颜色只能写 default、blue、green、orange、red、grey',
  '^(tree:[A-Za-z][A-Za-z0-9_-]{0,60}|[a-z][a-z0-9_]*,[a-z][a-z0-9_]*,[a-z][a-z0-9_]*)$':
    '写作 tree:名称，或登记的表 表,文字列,值列',
  '^-?[A-Za-z][A-Za-z0-9_]{0,63}$': '写一个字段名，倒序在前面加 -，如 -fdate',
  '^-?[A-Za-z][A-Za-z0-9_]{0,63}(,-?[A-Za-z][A-Za-z0-9_]{0,63})*$':
    '写作字段名，倒序在前面加 -，多个用逗号隔开，如 -fdate,fbillno',
  '^[a-zA-Z][\\w-]{0,99}$': '写多数据源里的数据源编码，以字母开头，只含字母、数字、下划线和横线，如 archive',
  '^/': address,
  '^/(?![/\\\\])': address,
  '^/(?![/\\\\{])': address,
  '^/[a-z][A-Za-z0-9-]{0,39}(/[A-Za-z0-9_-]{1,60})+$': '以 / 开头，至少两段，如 /isps/userAnnouncement',
  '^[A-Z0-9]{1,60}$': '只含大写字母和数字，如 B01A01',
  '^[A-Za-z0-9:-]{1,60}$': '写图标的名称，只含字母、数字、冒号和连字符，如 inbox',
  '^[A-Za-z0-9_/-]{1,120}$': '写组件名，只含字母、数字、下划线、斜线和连字符，如 system/UserList',
  '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$': '写结果里的键，几层以点相连，如 data.rows',
  '^[A-Za-z][A-Za-z0-9_-]{0,63}$': '以字母开头，只含字母、数字、下划线和连字符，如 rp_stock_flow',
  '^[A-Za-z][A-Za-z0-9_:,.-]{0,149}$':
    '写字典编码，以字母开头，只含字母、数字、下划线、冒号、逗号、点和连字符，如 unit、category:B01、tree:depart',
  '^[A-Za-z][A-Za-z0-9_:.-]{0,99}$': code,
  '^[A-Za-z][A-Za-z0-9_]{0,63}$': key,
  '^[A-Za-z][A-Za-z0-9_]{0,79}$': '以字母开头，只含字母、数字和下划线，最多 80 个字，如 rp_holdings',
  '^[a-z0-9]{1,20}$': '只含小写字母和数字，最多 20 个字，如 archive',
  '^[a-z][A-Za-z0-9]{0,39}$': '以小写字母开头，只含字母和数字，最多 40 个字，如 toInBill',
  '^[a-z][a-z0-9-]{0,59}$': '写登记过的弹出界面的名称，只含小写字母、数字和连字符，如 role-grant',
  '^[a-z][a-z0-9-]{0,39}$': '写上级菜单的名称，只含小写字母、数字和连字符，如 stock',
  '^[a-z][a-z0-9-]{0,39}/[a-z][a-z0-9_-]{0,59}$':
    '写作 分组/名称，只用小写字母、数字和连字符，如 stock/in-bill',
  '^[a-z][a-z0-9_]{0,59}$': column,
  '^[a-z0-9]{1,20}/[0-9a-f]{32}\\.(png|jpe?g)$': '写上传的 JPG 或 PNG 图片的路径，在设计器里上传后自动填写',
  '^[a-z0-9]{1,20}/[0-9a-f]{32}\\.(json|txt)$': '写上传的 GeoJSON 文件的路径，在设计器里上传后自动填写',
  '^\\d{4}-\\d{2}-\\d{2}$': '写日期，如 2026-12-31',
  '^https?://[^\\s/@]+(/\\S*)?$':
    '写 http:// 或 https:// 开头的地址，不带用户名和密码，如 https://oa.example/hook',
  '^category:[A-Za-z0-9]{1,60}$': '写作 category:编码，如 category:B01',
}
