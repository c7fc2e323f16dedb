import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { explained, type ForeignKey, nested, renamed, replaced, sameFor } from './foreign-key.ts'
import { rulePatterns } from './patterns.ts'

/** The `properties` of a JSON Schema, and its list of required keys, as fields. */
const schemaFields = replaced('在这里写作 fields，是一个列表', ['fields'], (value, { fields }) => {
  if (Array.isArray(value)) return { fields: value }
  if (!isJsonObject(value) || fields !== undefined) return null
  const entries = Object.entries(value).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  )
  return { fields: entries.map(([key, field]) => ({ key, ...field })) }
})

const documentKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('name label caption comment tableTxt', renamed('title')),
  ...sameFor('columns properties schema formItems body', schemaFields),
  ...sameFor('tableName table_name dbTable', nested('table', 'name')),
  ...sameFor('indexes indices', nested('table', 'indexes')),
  ...sameFor('softDelete logicDelete isDelete paranoid', nested('table', 'softDelete')),
  ...sameFor('pageSize', nested('list', 'pageSize')),
  ...sameFor('sort orderBy defaultSort ordering', nested('list', 'sort')),
  ...sameFor('layout', nested('list', 'layout')),
  ...sameFor('pagination paging', nested('list', 'paging')),
  ...sameFor('open formMode', nested('form', 'open')),
  ...sameFor('groups tabs', nested('form', 'groups')),
  ...sameFor('parent', nested('menu', 'parent')),
  ...sameFor('icon', nested('menu', 'icon')),
  ...sameFor('route path', nested('menu', 'path')),
  ...sameFor('permission permissions auth authority permsCode', renamed('perm')),
  ...sameFor('buttons operations', renamed('actions')),
  ...sameFor('toolbar', nested('actions', 'toolbar')),
  ...sameFor('rowActions', nested('actions', 'row')),
  ...sameFor('toolbarActions bulkActions headerToolbar', nested('actions', 'toolbar')),
  ...sameFor('list_display', nested('list', 'fields')),
  ...sameFor('order', nested('menu', 'order')),
  ...sameFor('primaryKey rowKey timestamps', explained('不用写：主键 id、新增和修改的人和时间系统自带')),
  ...sameFor('api apis interface', renamed('url')),
  ...sameFor('workflow approval states process', renamed('flow')),
  ...sameFor('dataRules', renamed('rowRules')),
  ...sameFor(
    'filter filters search searchFields search_fields list_filter queryFields',
    explained('查询条件写在字段里，如 "query": "like"；看得到哪些行写 rowRules'),
  ),
  ...sameFor('dictCode', renamed('code')),
  ...sameFor('options enum values data', renamed('items')),
  ...sameFor('sql', nested('source', 'sql')),
  ...sameFor(
    'related panes',
    explained('只用于界面（kind 为 screen）：这种文档没有存下来的记录，请写在存着记录的那个界面里，或删去'),
  ),
  ...sameFor('parameters args', renamed('params')),
  ...sameFor('cards widgets', renamed('blocks')),
  ...sameFor(
    'details subTables children subTableList',
    explained(
      '明细在这里是一个字段：{ "key": "items", "type": "table", "table": { "name": …, "fk": … }, "fields": [ … ] }',
    ),
  ),
  ...sameFor('isTree', explained('树形列表写作 "list": { "layout": "tree" } 和 "tree": { "parent": … }')),
  ...sameFor('export', explained('导出的按钮写在 actions.toolbar，权限编码是 {perm}:export')),
  ...sameFor('required', explained('必填在这里写在字段里："validateRules": [{ "required": true }]')),
  ...sameFor('content remark', renamed('description')),
  ...sameFor('author', explained('备注请写成 "x-note"')),
  ...sameFor(
    '$ref $defs definitions allOf anyOf oneOf',
    explained('文档不引用别的模式；以另一个界面为基础写 extends'),
  ),
}

const itemKeys = {
  ...sameFor('label name title', renamed('text')),
  ...sameFor('key code id', renamed('value')),
  ...sameFor('disable isDisabled', renamed('disabled')),
}

const ruleKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('regex regexp reg', renamed('pattern')),
  ...sameFor('msg errorMessage error tips', renamed('message')),
  ...sameFor('validator asyncValidator', renamed('handler')),
  ...sameFor(
    'type',
    replaced('在这里写作 pattern：邮箱 e、网址 url、数字 n、整数 z、手机 m', ['pattern'], (value) => {
      const pattern = rulePatterns.get(String(value))
      return pattern === undefined ? null : { pattern }
    }),
  ),
  ...sameFor(
    'len',
    replaced('在这里写作 pattern，如 "^.{6}$"', ['pattern'], (value) =>
      typeof value === 'number' ? { pattern: `^.{${value}}$` } : null,
    ),
  ),
  ...sameFor(
    'warningOnly',
    replaced('在这里写作 "level": "warning"', ['level'], (value) =>
      value === true ? { level: 'warning' } : {},
    ),
  ),
  ...sameFor('min max', explained('在这里写作 check，是一个表达式，如 "check": "fnum >= 1"')),
  ...sameFor('whitespace trigger validateTrigger', explained('不用写，请删去')),
}

const actionKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('name label text', renamed('title')),
  ...sameFor('key action', renamed('code')),
  ...sameFor('permission auth', renamed('perm')),
  ...sameFor('popconfirm confirmText', renamed('confirm')),
  ...sameFor('visible show disabled showIf', explained('何时可用在这里写作 when，是一个表达式')),
  ...sameFor('onClick click handler', explained('是代码，文档里没有代码：打开文档写 open，调用接口写 call')),
  ...sameFor('api url', explained('在这里写作 "call": { "method": "POST", "url": … }')),
}

const moveKeys = {
  ...sameFor('name label text', renamed('title')),
  ...sameFor('source', renamed('from')),
  ...sameFor('target', renamed('to')),
  ...sameFor('key action', renamed('code')),
}

const menuKeys: Readonly<Record<string, ForeignKey>> = {
  ...sameFor('parentId group', renamed('parent')),
  ...sameFor('url route', renamed('path')),
  ...sameFor('sort sortNo orderNum index', renamed('order')),
  ...sameFor('hide hideInMenu', renamed('hidden')),
  ...sameFor('title name label', explained('菜单项的名称就是文档的 title')),
  ...sameFor('permission perm', explained('权限编码写在文档的 perm')),
}

const listKeys = {
  ...sameFor('columns', renamed('fields')),
  ...sameFor('orderBy defaultSort', renamed('sort')),
  ...sameFor('pagination', renamed('paging')),
  ...sameFor('rowSelection selection', renamed('select')),
  ...sameFor('type style', renamed('layout')),
}

const formKeys = {
  ...sameFor('cols column colCount columnNum', renamed('columnCount')),
  ...sameFor('mode type openType', renamed('open')),
  ...sameFor('items sections tabs', renamed('groups')),
  ...sameFor('modalWidth', renamed('width')),
}

const tableKeys = {
  ...sameFor('tableName table', renamed('name')),
  ...sameFor('foreignKey fkField mainField', renamed('fk')),
  ...sameFor('primaryKey idType', renamed('id')),
  ...sameFor('logicDelete', renamed('softDelete')),
}

const groupKeys = {
  ...sameFor('name label', renamed('title')),
  ...sameFor('items children columns', renamed('fields')),
}

/** Keys of objects other than fields, by the place of the object. */
export const otherKeys: Readonly<Record<string, Readonly<Record<string, ForeignKey>>>> = {
  document: documentKeys,
  options: itemKeys,
  items: itemKeys,
  validateRules: ruleKeys,
  toolbar: actionKeys,
  row: actionKeys,
  moves: moveKeys,
  menu: menuKeys,
  list: listKeys,
  form: formKeys,
  table: tableKeys,
  groups: groupKeys,
}
