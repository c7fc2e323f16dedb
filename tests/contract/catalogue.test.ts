import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes, errorText } from '#runtime/kernel/errors.ts'

/** The test that brings a row about: its file under tests/, and its title or a part of it. */
type Proof = readonly [file: string, title: string]
/** A row of the error catalogue (the blocks, section 8): its situation, its codes, and its proof. */
interface Row {
  situation: string
  codes: readonly ErrorCode[]
  texts: readonly string[]
  /** `later`: the part of the product that brings it, with its tests. */
  proof: readonly Proof[] | { later: string }
}

const own = 'contract/catalogue-proofs.test.tsx'
const files = 'unit/fields/files.test.tsx'
const later = (part: string) => ({ later: part })
const query = later('高级查询')
const imports = later('Excel 导入')

const rows: readonly Row[] = [
  row(
    'add or insert too fast',
    ['TOO_FAST'],
    ['你点击的太快了，请慢点点击!'],
    ['unit/fields-table/detail-table.test.tsx', 'refuses a second new row within 1500 ms'],
  ),
  row(
    'dictionary code empty',
    ['DICT_CODE_EMPTY'],
    ['字典Code不能为空!'],
    [own, 'a choice without a dictionary'],
  ),
  row(
    'upload error',
    ['UNKNOWN_ERROR', 'UPLOAD_ERROR', 'UPLOAD_FAILED'],
    ['未知错误', '上传出错', '{name} 上传失败.'],
    [files, 'without a reason 未知错误'],
    [files, 'says in a dialog why'],
    ['unit/fields/controls.test.tsx', 'names one that fails'],
  ),
  row(
    'non-image file',
    ['NOT_AN_IMAGE'],
    ['请上传图片'],
    ['unit/fields/controls.test.tsx', 'takes images only'],
  ),
  row(
    'image left at the first position',
    ['IMAGE_FIRST'],
    ['未知的操作'],
    [files, 'change places by the arrows'],
  ),
  row(
    'image right at the last position',
    ['IMAGE_LAST'],
    ['已到最后~'],
    [files, 'change places by the arrows'],
  ),
  row(
    'import failure',
    ['IMPORT_FAILED', 'IMPORT_UPLOAD_FAILED'],
    ['{file} {message}.', '文件上传失败'],
    imports,
  ),
  row('query run with empty conditions', ['EMPTY_QUERY'], ['不能查询空条件'], query),
  row('save empty query', ['EMPTY_QUERY_SAVE'], ['空条件不能保存'], query),
  row('empty save name', ['QUERY_NAME_EMPTY'], ['保存名称不能为空'], query),
  row('overwrite confirmation', ['QUERY_NAME_EXISTS'], ['{name} 已存在，是否覆盖？'], query),
  row('delete saved query confirmation', ['CONFIRM_QUERY_DELETE'], ['是否删除当前查询？'], query),
  row('save success', ['SAVED'], ['保存成功'], query),
  row(
    'row delete confirmation',
    ['CONFIRM_DELETE'],
    ['确定要删除这 {count} 项吗?'],
    ['unit/screens/list.test.tsx', 'deletes what is selected after asking how many'],
    ['unit/fields-table/detail-table.test.tsx', 'removes the chosen rows after asking'],
  ),
  row(
    'removing rows with a bad argument type',
    ['BAD_ROWS'],
    ['删除行的参数类型有误'],
    [own, 'removing rows with anything but their ids throws'],
  ),
  row(
    'popup misconfiguration',
    ['POPUP_MISCONFIGURED', 'POPUP_UNEQUAL'],
    ['popup参数未正确配置!', 'popup参数未正确配置,原始值和目标值数量不一致!'],
    ['unit/schema/check.test.ts', 'popup参数未正确配置'],
  ),
  row('cron misconfiguration', [], [], later('cron 表达式')),
  row(
    'category select bad condition',
    ['TREE_CONDITION'],
    ['组件JTreeSelect-condition传值有误，需要一个json字符串!'],
    ['unit/fields/chosen.test.tsx', 'does not load with a condition that is no JSON object'],
  ),
  row(
    'tree table bad response',
    ['UNKNOWN_SHAPE'],
    ['返回数据类型不识别'],
    ['unit/data/data.test.ts', '返回数据类型不识别'],
  ),
  row(
    'category tree load failure',
    ['CATEGORY_LOAD_FAILED'],
    ['分类加载失败'],
    [own, 'a category tree that fails to load'],
  ),
  row(
    'dictionary search failure',
    ['DICT_SEARCH_FAILED'],
    ['字典查询失败'],
    ['unit/fields/controls.test.tsx', 'shows a refusal as a warning'],
  ),
  row(
    'empty search results',
    ['NO_RESULTS'],
    ['没有查询到任何数据'],
    [own, 'a search that finds nothing'],
    ['unit/screens/list.test.tsx', 'when nothing is found'],
  ),
  row('empty search box', ['SEARCH_HINT'], ['请输入搜索内容'], [own, 'an empty search box asks for a word']),
  row(
    'sub-table open fails after retries',
    ['SUBTABLE_FAILED'],
    ['打开子表失败'],
    ['unit/screens/sub-tables.test.tsx', '打开子表失败'],
  ),
  row(
    'record picker confirm without valid choice',
    ['PICK_ONE'],
    ['请选择一条记录'],
    ['unit/fields/popup.test.tsx', 'asks for a record when none is chosen'],
    ['unit/fields/chosen.test.tsx', 'asks for one record when none is chosen'],
  ),
  row(
    'batch delete or approve without selection',
    ['NO_SELECTION'],
    ['请选择一条记录！'],
    ['unit/screens/list.test.tsx', 'approves only rows that are all pending'],
  ),
  row(
    'batch approval on non-pending rows',
    ['NOT_PENDING'],
    ['选中数据有已审核数据，单据无法提交！'],
    ['unit/screens/list.test.tsx', 'approves only rows that are all pending'],
    ['unit/server/resources/save.test.ts', 'moves all or none'],
  ),
  row(
    'list load with code 510',
    ['NO_DATA_PERMISSION'],
    ['没有权限，请联系管理员授权'],
    ['unit/screens/list.test.tsx', '(510)'],
    ['unit/server/base/guard.test.ts', 'code 510'],
  ),
  row(
    'missing configuration',
    ['MISSING_URL'],
    ['请设置url.{name}属性!'],
    [own, 'a list whose address is empty'],
    [own, 'an empty url.%s is said'],
    [own, 'an empty url.delete is said'],
  ),
  row(
    'export failure',
    ['DOWNLOAD_FAILED'],
    ['文件下载失败'],
    ['unit/screens/report.test.tsx', '文件下载失败'],
  ),
  row('unknown file', ['UNKNOWN_FILE'], ['未知的文件'], [own, 'a file without a name is an unknown one']),
  row('import with code 201', ['IMPORT_DETAILS'], ['部分数据未能导入，请查看详情'], imports),
  row('file popup with no file', ['NO_FILE'], ['未上传任何文件'], [files, 'say that there are none']),
  row(
    'tab close',
    ['HOME_TAB', 'LAST_TAB'],
    ['首页不能关闭!', '这是最后一页，不能再关闭了啦'],
    later('多页签'),
  ),
  row(
    'chunk load failure',
    ['CHUNK_LOAD_FAILED', 'CSS_CHUNK_LOAD_FAILED'],
    ['ChunkLoadError', 'CSS_CHUNK_LOAD_FAILED'],
    later('分块加载'),
  ),
  row('unknown view module', ['MODULE_NOT_FOUND'], ['MODULE_NOT_FOUND'], [own, 'says MODULE_NOT_FOUND']),
  row(
    'form validation helper',
    ['NOT_A_FORM', 'CASES_NOT_ARRAY'],
    ['form 参数需要的是一个form对象', 'cases 参数需要的是一个数组'],
    ['unit/rules/check-form.test.ts', 'rejects when the form is %j'],
    ['unit/rules/check-form.test.ts', 'rejects when the cases are %j'],
  ),
  row('theme compile failure', ['THEME_FAILED'], ['Failed to update theme'], later('设置抽屉')),
  row(
    'session errors on these calls',
    ['SIGN_IN_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL', 'TIMEOUT'],
    ['未授权，请重新登录', '拒绝访问', '很抱歉，资源未找到!', '操作失败，请联系管理员', '网络超时'],
    ['unit/app/client.test.ts', ''],
  ),
]

function row(
  situation: string,
  codes: readonly ErrorCode[],
  texts: readonly string[],
  ...proof: readonly Proof[] | readonly [{ later: string }]
): Row {
  const [first] = proof
  return { situation, codes, texts, proof: first && 'later' in first ? first : (proof as readonly Proof[]) }
}

/** The two messages of the form helper and of bad rows are ours: the catalogue names the behaviour only. */
describe.each(rows)('$situation', ({ codes, texts, proof }) => {
  it('is a code in the one table, with the catalogue’s words', () => {
    expect(codes.map((code) => errorCodes[code].text)).toEqual(texts)
  })

  it('has a test that produces it, or the code that comes with it', () => {
    if ('later' in proof) return expect(proof.later).not.toBe('')
    expect(proof).not.toHaveLength(0)
    for (const [file, title] of proof) expect(readFileSync(`tests/${file}`, 'utf8'), file).toContain(title)
  })
})

it('every code of screens alone is used by a screen, unless it is planned', () => {
  const coming = new Set(rows.flatMap(({ codes, proof }) => ('later' in proof ? codes : [])))
  const sources = import.meta.glob<string>(
    ['../../runtime/**/*.{ts,tsx}', '../../src/**/*.{ts,tsx}', '!**/kernel/errors.ts'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  )
  const text = Object.values(sources).join('\n')
  const unused = rows
    .flatMap(({ codes }) => codes)
    .filter((code) => !coming.has(code) && !new RegExp(`'${code}'|errorCodes\\.${code}`).test(text))
  expect(unused).toEqual([])
})

it('fills in what a text leaves open', () => {
  expect(errorText('MISSING_URL', { name: 'deleteBatch' })).toBe('请设置url.deleteBatch属性!')
  expect(errorText('CONFIRM_DELETE', { count: 3 })).toBe('确定要删除这 3 项吗?')
})
