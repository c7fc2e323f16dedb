import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes, errorText } from '#runtime/kernel/errors.ts'

/** A row of the error catalogue. */
interface Row {
  situation: string
  codes: readonly ErrorCode[]
  texts: readonly string[]
  /** Test files under tests/ that produce the row's texts. */
  proof: readonly string[]
}

const own = 'contract/fields/catalogue-proofs.test.tsx'
const files = 'unit/fields/files.test.tsx'
const query = 'unit/screens/list/advanced-query.test.tsx'
const imports = 'unit/screens/list/actions.test.tsx'

const rows: readonly Row[] = [
  row(
    'add or insert too fast',
    ['TOO_FAST'],
    ['你点击的太快了，请慢点点击!'],
    'unit/grid/detail-table.test.tsx',
  ),
  row('dictionary code empty', ['DICT_CODE_EMPTY'], ['字典Code不能为空!'], own),
  row(
    'upload error',
    ['UNKNOWN_ERROR', 'UPLOAD_ERROR', 'UPLOAD_FAILED'],
    ['未知错误', '上传出错', '{name} 上传失败.'],
    files,
    files,
    'unit/fields/controls.test.tsx',
  ),
  row('non-image file', ['NOT_AN_IMAGE'], ['请上传图片'], 'unit/fields/controls.test.tsx'),
  row('image left at the first position', ['IMAGE_FIRST'], ['未知的操作'], files),
  row('image right at the last position', ['IMAGE_LAST'], ['已到最后~'], files),
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
  row('save success', ['SAVED'], ['保存成功'], 'unit/server/resources/list/saved-query.test.ts'),
  row(
    'row delete confirmation',
    ['CONFIRM_DELETE'],
    ['确定要删除这 {count} 项吗?'],
    'unit/screens/list/list.test.tsx',
    'unit/grid/detail-table.test.tsx',
  ),
  row('removing rows with a bad argument type', ['BAD_ROWS'], ['删除行的参数类型有误'], own),
  row(
    'popup misconfiguration',
    ['POPUP_MISCONFIGURED', 'POPUP_UNEQUAL'],
    ['popup参数未正确配置!', 'popup参数未正确配置,原始值和目标值数量不一致!'],
    'unit/schema/checks/check.test.ts',
  ),
  row('cron misconfiguration', [], [], 'unit/fields/cron.test.tsx'),
  row(
    'category select bad condition',
    ['TREE_CONDITION'],
    ['组件JTreeSelect-condition传值有误，需要一个json字符串!'],
    'unit/fields/reference/reference-trees.test.tsx',
  ),
  row('tree table bad response', ['UNKNOWN_SHAPE'], ['返回数据类型不识别'], 'unit/data/data.test.ts'),
  row('category tree load failure', ['CATEGORY_LOAD_FAILED'], ['分类加载失败'], own),
  row('dictionary search failure', ['DICT_SEARCH_FAILED'], ['字典查询失败'], own),
  row('empty search results', ['NO_RESULTS'], ['没有查询到任何数据'], own, 'unit/screens/list/list.test.tsx'),
  row('empty search box', ['SEARCH_HINT'], ['请输入搜索内容'], own),
  row(
    'sub-table open fails after retries',
    ['SUBTABLE_FAILED'],
    ['打开子表失败'],
    'unit/screens/list/sub-tables.test.tsx',
  ),
  row(
    'record picker confirm without valid choice',
    ['PICK_ONE'],
    ['请选择一条记录'],
    'unit/fields/reference/popup.test.tsx',
    'unit/fields/reference/references.test.tsx',
  ),
  row(
    'batch delete or approve without selection',
    ['NO_SELECTION'],
    ['请选择一条记录！'],
    'unit/screens/list/list.test.tsx',
  ),
  row(
    'batch approval on non-pending rows',
    ['NOT_PENDING'],
    ['选中数据有已审核数据，单据无法提交！'],
    'unit/screens/list/list.test.tsx',
    'unit/server/resources/write/save.test.ts',
  ),
  row(
    'list load with code 510',
    ['NO_DATA_PERMISSION'],
    ['没有权限，请联系管理员授权'],
    'unit/screens/list/list.test.tsx',
    'unit/server/base/guard.test.ts',
  ),
  row('missing configuration', ['MISSING_URL'], ['请设置url.{name}属性!'], own, own, own),
  row('export failure', ['DOWNLOAD_FAILED'], ['文件下载失败'], 'unit/screens/report/report.test.tsx'),
  row('unknown file', ['UNKNOWN_FILE'], ['未知的文件'], own),
  row(
    'import with code 201',
    ['IMPORT_DETAILS'],
    ['文件导入失败:有 {count} 处错误，没有导入任何数据'],
    'unit/server/excel/import/import.test.ts',
  ),
  row('file popup with no file', ['NO_FILE'], ['未上传任何文件'], files),
  row(
    'tab close',
    ['HOME_TAB', 'LAST_TAB'],
    ['首页不能关闭!', '这是最后一页，不能再关闭了啦'],
    'unit/app/tabs/kept-pages.test.tsx',
  ),
  row(
    'chunk load failure',
    ['CHUNK_LOAD_FAILED', 'CSS_CHUNK_LOAD_FAILED'],
    ['ChunkLoadError', 'CSS_CHUNK_LOAD_FAILED'],
    'unit/client/lazy-page.test.tsx',
  ),
  row('unknown view module', ['MODULE_NOT_FOUND'], ['MODULE_NOT_FOUND'], own),
  row(
    'form validation helper',
    ['NOT_A_FORM', 'CASES_NOT_ARRAY'],
    ['form 参数需要的是一个form对象', 'cases 参数需要的是一个数组'],
    'unit/rules/check-form.test.ts',
    'unit/rules/check-form.test.ts',
  ),
  row(
    'theme compile failure',
    ['THEME_FAILED'],
    ['Failed to update theme'],
    'unit/app/shell/drawer.test.tsx',
  ),
  row(
    'session errors on these calls',
    ['SIGN_IN_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL', 'TIMEOUT'],
    ['未授权，请重新登录', '拒绝访问', '很抱歉，资源未找到!', '操作失败，请联系管理员', '网络超时'],
    'unit/client/client.test.ts',
    'unit/app/shell/notices.test.tsx',
  ),
]

function row(
  situation: string,
  codes: readonly ErrorCode[],
  texts: readonly string[],
  ...proof: readonly string[]
): Row {
  return { situation, codes, texts, proof }
}

const sources = ['runtime', 'src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/kernel/errors.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const isUsed = (code: ErrorCode): boolean => new RegExp(`'${code}'|errorCodes\\.${code}\\b`).test(sources)

/** Whether a test file names the code or contains the longest part of its text between placeholders. */
function proves(test: string, code: ErrorCode, text: string): boolean {
  const [longest = ''] = text.split(/\{\w+\}/).sort((a, b) => b.length - a.length)
  return test.includes(`'${code}'`) || (longest.length > 1 && test.includes(longest.trim()))
}

/** The product defines the two messages of the form helper and of invalid rows: the catalogue names only the behaviour. */
describe.each(rows)('$situation', ({ codes, texts, proof }) => {
  it('has codes in the one table, with the texts of the catalogue', () => {
    expect(codes.map((code) => errorCodes[code].text)).toEqual(texts)
  })

  it('is used, and each text is produced by a test', () => {
    const tests = proof.map((file) => readFileSync(`tests/${file}`, 'utf8')).join('\n')
    expect(codes.filter((code) => !isUsed(code))).toEqual([])
    expect(codes.filter((code, index) => !proves(tests, code, texts[index] ?? ''))).toEqual([])
  })
})

it('fills in the placeholders of a text', () => {
  expect(errorText('MISSING_URL', { name: 'deleteBatch' })).toBe('请设置url.deleteBatch属性!')
  expect(errorText('CONFIRM_DELETE', { count: 3 })).toBe('确定要删除这 3 项吗?')
})
