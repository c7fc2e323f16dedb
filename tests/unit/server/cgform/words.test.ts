import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { toConfigurations, toDocument } from '#server/modules/cgform/heads/settings/configuration.ts'
import type { Links } from '#server/modules/cgform/heads/settings/links.ts'
import { unsupportedSettings } from '#server/modules/cgform/heads/unsupported-settings.ts'

// Every word of a head and of a field (docs/http.md, "Heads of online forms"): a value that is not the usual one is kept, named in
// the answer, or refused with the remedy. A word that is kept has the same value when it is read again.

const goods = {
  id: 'base/goods',
  table: { name: 'bas_goods' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'funit', title: '单位', type: 'select', dictCode: 'unit' },
  ],
} as unknown as StoredScreen
const links: Links = {
  findScreen: (table) => (table === 'bas_goods' ? goods : undefined),
  findPicker: (name) => (name === 'bas_goods' ? 'goods' : undefined),
}
const plainRow = { dbFieldName: 'fname', dbFieldTxt: '名称', dbType: 'string', fieldShowType: 'text' }
const plainHead = { tableName: 'dmo_word', tableTxt: '词', tableType: 1 }

function save(head: JsonObject, rows: readonly JsonObject[], indexs: JsonObject[] = []) {
  const form = { head: { ...plainHead, ...head }, fields: [...rows], indexs }
  const document = toDocument('temp/dmo_word', [form], links)
  const [kept] = toConfigurations(document as unknown as StoredScreen)
  return { document, kept, left: unsupportedSettings(form, kept) }
}

type Outcome = 'kept' | 'named' | 'server' | RegExp
const heads: [word: string, value: unknown, outcome: Outcome][] = [
  ['id', 'x', 'server'],
  ['tableName', 'dmo_other', 'kept'],
  ['tableTxt', '别的', 'kept'],
  ['tableType', 2, 'server'],
  ['tableVersion', 7, 'server'],
  ['isCheckbox', 'N', 'kept'],
  ['isDbSynch', 'Y', 'server'],
  ['isPage', 'N', 'kept'],
  ['isTree', 'Y', 'kept'],
  ['treeParentIdField', 'fname', 'named'],
  ['treeIdField', 'fname', 'named'],
  ['treeFieldname', 'fname', 'named'],
  ['idSequence', 'SEQ_A', /主键类型 SEQUENCE 没有/],
  ['idType', 'NATIVE', /主键类型 NATIVE 没有/],
  ['queryMode', 'group', 'named'],
  ['relationType', 1, 'named'],
  ['subTableStr', 'a,b', 'server'],
  ['tabOrderNum', 3, 'server'],
  ['formCategory', 'temp', 'kept'],
  ['formCategory', 'no category', 'named'],
  ['formTemplate', '3', 'kept'],
  ['formTemplateMobile', '2', 'named'],
  ['scroll', 0, 'named'],
  ['copyVersion', 1, 'server'],
  ['copyType', 1, 'server'],
  ['physicId', 'x', 'server'],
  ['themeTemplate', 'erp', 'kept'],
  ['themeTemplate', 'wide', /主题模板 wide 没有/],
  ['isDesForm', 'Y', /没有表单设计器的表单/],
  ['desFormCode', 'f1', /没有表单设计器的表单/],
  ['hascopy', 1, 'server'],
  ['createBy', 'x', 'server'],
  ['updateTime', '2026-01-01 00:00:00', 'server'],
  ['extConfigJson', '{"modalMinWidth":900,"modelFullscreen":1}', 'kept'],
  ['extConfigJson', { reportPrintShow: 1 }, /请在设计器里做打印模板/],
  ['extConfigJson', { reportPrintUrl: '/x' }, /请在设计器里做打印模板/],
  ['extConfigJson', { commentStatus: 1 }, /记录没有评论/],
  ...['joinQuery', 'tableFixedAction', 'tableFixedActionType', 'formLabelLengthShow', 'formLabelLength'].map(
    (word): [string, unknown, Outcome] => ['extConfigJson', { [word]: 1 }, 'named'],
  ),
  ...['canResizeColumn', 'enableExternalLink', 'externalLinkActions'].map(
    (word): [string, unknown, Outcome] => ['extConfigJson', JSON.stringify({ [word]: '1' }), 'named'],
  ),
]

const order = (text: string) => ['$', `{${text}}`].join('')
const fields: [word: string, value: unknown, outcome: Outcome, more?: JsonObject][] = [
  ['id', 'x', 'server'],
  ['cgformHeadId', 'x', 'server'],
  ['dbFieldName', 'full_name', 'kept'],
  ['dbFieldTxt', '全名', 'kept'],
  ['dbFieldNameOld', 'older', 'server'],
  ['dbIsKey', 1, /不能作主键/],
  ['dbIsNull', 0, 'named'],
  ['dbIsPersist', 0, 'kept'],
  ['dbType', 'int', 'kept'],
  ['dbType', 'int', 'kept', { fieldShowType: 'list', dictField: 'unit' }],
  ['dbType', 'Date', 'named'],
  ['dbType', 'Blob', /不能存二进制/],
  ['dbLength', 50, 'kept'],
  ['dbLength', 64, 'kept', { fieldShowType: 'list_multi', dictField: 'unit' }],
  ['dbPointLength', 2, 'kept', { dbType: 'BigDecimal' }],
  ['dbDefaultVal', '0', /请写成控件的默认值/],
  ['dictField', 'unit', 'kept', { fieldShowType: 'list' }],
  ['dictField', 'unit', 'named'],
  ['dictTable', 'bas_goods', 'kept', { fieldShowType: 'list', dictText: 'fname', dictField: 'id' }],
  [
    'dictText',
    'fname,funit',
    'named',
    { fieldShowType: 'link_table', dictTable: 'bas_goods', dictField: 'id' },
  ],
  ['fieldShowType', 'markdown', 'kept'],
  ['fieldShowType', 'popup_dict', /popup_dict 没有/],
  [
    'fieldShowType',
    'link_down',
    /联动下拉不能在这里新建/,
    { dictTable: '{"table":"bas_goods","txt":"fname","key":"id"}' },
  ],
  ['fieldShowType', 'teleport', /控件类型 teleport 没有/],
  ['fieldShowType', 'link_table', /没有选择器/, { dictTable: 'no_such', dictText: 'fname', dictField: 'id' }],
  ['fieldShowType', 'link_table_field', /他表字段找不到/, { dictTable: 'flink', dictText: 'fname' }],
  ['fieldHref', `/base/goods?id=${order('fname')}`, 'kept'],
  ['fieldHref', 'https://example.com', /链接「https:\/\/example.com」不能用/],
  ['fieldHref', '/x?token={{ACCESS_TOKEN}}', /不能带令牌/],
  ['fieldLength', 200, 'kept'],
  ['fieldValidType', 'only', 'kept'],
  ['fieldValidType', 'n6-16', 'kept'],
  ['fieldMustInput', '1', 'kept'],
  ['fieldExtendJson', '{"uploadnum":3}', 'kept', { fieldShowType: 'file' }],
  [
    'fieldExtendJson',
    '{"store":"orgCode","text":"departName","multiSelect":false}',
    'kept',
    { fieldShowType: 'sel_depart' },
  ],
  ['fieldExtendJson', '{"store":"phone"}', 'named', { fieldShowType: 'sel_user' }],
  ['fieldExtendJson', '{"labelLength":6}', 'named'],
  ['fieldDefaultValue', '#{sysUserName}', 'kept'],
  ['fieldDefaultValue', '#{time}', 'kept', { fieldShowType: 'time' }],
  ['fieldDefaultValue', order('order_num'), 'kept'],
  ['fieldDefaultValue', '{{ 1 + 1 }}', /不能写脚本/],
  ['fieldDefaultValue', 'RK#{date}', /看不懂/],
  ['isQuery', 1, 'kept'],
  ['isQuery', 1, 'named', { fieldShowType: 'file' }],
  ['isShowForm', 0, 'kept'],
  ['isShowList', 0, 'kept'],
  ['isReadOnly', 1, 'kept'],
  ['queryMode', 'like', 'kept', { isQuery: 1 }],
  ['mainTable', 'x', 'named'],
  ['mainField', 'x', 'named'],
  ['orderNum', 4, 'server'],
  ['converter', 'org.jeecg.X', /转换器/],
  ['queryConfigFlag', '1', 'kept'],
  ['queryDefVal', '甲', 'kept', { queryConfigFlag: '1' }],
  ['queryMustInput', '1', 'kept', { queryConfigFlag: '1' }],
  ['queryShowType', 'text', 'kept', { queryConfigFlag: '1' }],
  ['queryShowType', 'date_year', /（queryShowType）/, { queryConfigFlag: '1' }],
  ['queryDictField', 'unit', /（queryDictField）/, { queryConfigFlag: '1' }],
  ['queryDictTable', 'bas_goods', /（queryDictTable）/, { queryConfigFlag: '1' }],
  ['queryDictText', 'fname', /（queryDictText）/, { queryConfigFlag: '1' }],
  ['queryValidType', 'n', /（queryValidType）/, { queryConfigFlag: '1' }],
  ['sortFlag', '1', 'kept'],
  ['createBy', 'x', 'server'],
]

const same = (a: unknown, b: unknown) => expect(String(a)).toBe(String(b))

describe('a word of a head', () => {
  it.each(heads)('%s: %j', (word, value, outcome) => {
    const run = () => save({ [word]: value }, [plainRow])
    if (outcome instanceof RegExp) return expect(run).toThrow(outcome)
    const { left, kept } = run()
    if (outcome === 'server') return expect(left).toEqual([])
    if (outcome === 'named') return expect(left).toEqual([expect.stringMatching(`^head.${word}`)])
    expect(left).toEqual([])
    same(kept.head[word], value)
  })
})

describe('a word of a field', () => {
  it.each(fields)('%s: %j', (word, value, outcome, more = {}) => {
    const run = () => save({}, [{ ...plainRow, ...more, [word]: value }])
    if (outcome instanceof RegExp) return expect(run).toThrow(outcome)
    const { left, kept } = run()
    if (outcome === 'server') return expect(left).toEqual([])
    if (outcome === 'named') return expect(left).toEqual([expect.stringContaining(`.${word}`)])
    expect(left).toEqual([])
    same(kept.fields[0]?.[word], value)
  })

  it('of a linked record: the value of a column of its table', () => {
    const link = {
      dbFieldName: 'goods_id',
      dbFieldTxt: '商品',
      fieldShowType: 'link_table',
      dictTable: 'bas_goods',
      dictField: 'id',
      dictText: 'fname',
    }
    const unit = {
      dbFieldName: 'goods_unit',
      dbFieldTxt: '单位',
      fieldShowType: 'link_table_field',
      dictTable: 'goods_id',
      dictText: 'funit',
    }
    const { document, kept, left } = save({}, [link, unit])
    expect(document.fields).toMatchObject([
      { key: 'goodsId', type: 'link_table', popupCode: 'goods', dictCode: 'bas_goods,fname,id' },
      {
        key: 'goodsUnit',
        type: 'select',
        dictCode: 'unit',
        from: { field: 'goodsId', screen: 'base/goods', value: 'funit' },
      },
    ])
    expect(left).toEqual([])
    expect(kept.fields).toMatchObject([link, unit])
  })

  it('of an index, and a switch of a column that every table has', () => {
    const index = { indexName: 'dmo_word_a', indexField: 'fname', indexType: 'unique' }
    const { kept, left } = save({}, [plainRow, { dbFieldName: 'create_by', isShowList: '1' }], [index])
    expect(kept.indexs).toMatchObject([index])
    expect(left).toEqual(['create_by.isShowList'])
  })
})
