/** Functions of a report: they compute from their arguments, read no other data, and have small results. */
export const functions: ReadonlySet<string> = new Set([
  // Over groups and windows.
  ...['count', 'sum', 'avg', 'min', 'max', 'string_agg', 'bool_and', 'bool_or', 'every'],
  ...['stddev', 'stddev_pop', 'stddev_samp', 'variance', 'var_pop', 'var_samp', 'corr'],
  ...['percentile_cont', 'percentile_disc', 'mode', 'row_number', 'rank', 'dense_rank', 'percent_rank'],
  ...['cume_dist', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value'],
  // Numbers.
  ...['abs', 'ceil', 'ceiling', 'floor', 'round', 'trunc', 'mod', 'div', 'sign', 'sqrt', 'exp', 'ln', 'log'],
  ...['width_bucket', 'to_number'],
  // Texts. Functions that make a long text from a number (repeat, lpad, format) are excluded.
  ...[
    'lower',
    'upper',
    'initcap',
    'length',
    'char_length',
    'character_length',
    'concat',
    'concat_ws',
    'trim',
  ],
  ...['btrim', 'ltrim', 'rtrim', 'substring', 'substr', 'left', 'right', 'position', 'strpos', 'replace'],
  ...['translate', 'reverse', 'split_part', 'starts_with', 'string_to_array', 'like_escape'],
  // Dates and times.
  ...['now', 'age', 'date_trunc', 'date_part', 'extract', 'timezone', 'to_char', 'to_date', 'to_timestamp'],
  ...['make_date', 'isfinite', 'justify_days', 'justify_hours', 'justify_interval'],
  // Rows.
  ...['generate_series', 'unnest'],
])

/** Functions of a report over a data source, which may be a MySQL; the database itself refuses those that it has not. */
export const functionsElsewhere: ReadonlySet<string> = new Set([
  ...functions,
  ...['ifnull', 'if', 'date_format', 'str_to_date', 'year', 'quarter', 'month', 'day', 'hour', 'minute'],
  ...['datediff', 'last_day', 'curdate', 'group_concat', 'instr', 'locate', 'truncate'],
])

export const operators: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '^', '=', '<>', '!=', '<', '>', '<=', '>=', '||'],
  ...['~~', '!~~', '~~*', '!~~*', 'BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
])

/** Allowed types of `::` and CAST; none that looks up objects (regclass) or parses values (json, xml). */
export const types: ReadonlySet<string> = new Set([
  ...[
    'int2',
    'int4',
    'int8',
    'smallint',
    'integer',
    'int',
    'bigint',
    'numeric',
    'decimal',
    'float4',
    'float8',
  ],
  ...['text', 'varchar', 'bpchar', 'bool', 'boolean', 'date', 'time', 'timestamp', 'timestamptz', 'interval'],
])

/** `current_date` and similar ones; not the current user or database. */
export const valueFunctions: ReadonlySet<string> = new Set([
  'SVFOP_CURRENT_DATE',
  'SVFOP_CURRENT_TIME',
  'SVFOP_CURRENT_TIMESTAMP',
  'SVFOP_CURRENT_TIMESTAMP_N',
  'SVFOP_LOCALTIME',
  'SVFOP_LOCALTIME_N',
  'SVFOP_LOCALTIMESTAMP',
  'SVFOP_LOCALTIMESTAMP_N',
])

export const expressionKinds: ReadonlySet<string> = new Set([
  ...['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT', 'AEXPR_NULLIF'],
  ...['AEXPR_IN', 'AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN'],
  ...['AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM'],
])

/**
 * The allowed nodes with their keys: `plain` values, `inner` nodes or lists of them, or a node of the named
 * kind without its wrapper. Any other node or key is refused.
 */
export const nodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SelectStmt: {
    ...keys('inner', ['distinctClause', 'targetList', 'fromClause', 'whereClause', 'groupClause']),
    ...keys('inner', [
      'havingClause',
      'windowClause',
      'valuesLists',
      'sortClause',
      'limitOffset',
      'limitCount',
    ]),
    ...keys('plain', ['limitOption', 'op', 'all', 'groupDistinct']),
    withClause: 'WithClause',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
  },
  WithClause: { ctes: 'inner' },
  CommonTableExpr: {
    ...keys('plain', ['ctename', 'ctematerialized']),
    ...keys('inner', ['aliascolnames', 'ctequery']),
  },
  ResTarget: { name: 'plain', val: 'inner' },
  RangeVar: { ...keys('plain', ['relname', 'inh', 'relpersistence']), alias: 'Alias' },
  RangeSubselect: { lateral: 'plain', subquery: 'inner', alias: 'Alias' },
  RangeFunction: { ...keys('plain', ['lateral', 'ordinality']), functions: 'inner', alias: 'Alias' },
  JoinExpr: {
    ...keys('plain', ['jointype', 'rtindex']),
    ...keys('inner', ['larg', 'rarg', 'usingClause', 'quals']),
  },
  Alias: { aliasname: 'plain', colnames: 'inner' },
  ColumnRef: { fields: 'inner' },
  A_Star: {},
  String: { sval: 'plain' },
  Integer: { ival: 'plain' },
  List: { items: 'inner' },
  A_Const: keys('plain', ['ival', 'fval', 'boolval', 'sval', 'isnull']),
  ParamRef: { number: 'plain' },
  A_Expr: {
    ...keys('plain', ['kind', 'rexpr_list_start', 'rexpr_list_end']),
    ...keys('inner', ['name', 'lexpr', 'rexpr']),
  },
  BoolExpr: { boolop: 'plain', args: 'inner' },
  NullTest: { ...keys('plain', ['nulltesttype', 'argisrow']), arg: 'inner' },
  BooleanTest: { booltesttype: 'plain', arg: 'inner' },
  CaseExpr: keys('inner', ['arg', 'args', 'defresult']),
  CaseWhen: keys('inner', ['expr', 'result']),
  CoalesceExpr: { args: 'inner' },
  MinMaxExpr: { op: 'plain', args: 'inner' },
  SQLValueFunction: keys('plain', ['op', 'typmod']),
  FuncCall: {
    ...keys('plain', ['agg_within_group', 'agg_star', 'agg_distinct', 'funcformat']),
    ...keys('inner', ['funcname', 'args', 'agg_order', 'agg_filter']),
    over: 'WindowDef',
  },
  WindowDef: {
    ...keys('plain', ['name', 'refname', 'frameOptions']),
    ...keys('inner', ['partitionClause', 'orderClause', 'startOffset', 'endOffset']),
  },
  SortBy: { ...keys('plain', ['sortby_dir', 'sortby_nulls']), node: 'inner' },
  GroupingSet: { kind: 'plain', content: 'inner' },
  GroupingFunc: { args: 'inner' },
  SubLink: {
    ...keys('plain', ['subLinkType', 'subLinkId']),
    ...keys('inner', ['testexpr', 'operName', 'subselect']),
  },
  TypeCast: { arg: 'inner', typeName: 'TypeName' },
  TypeName: { ...keys('plain', ['typemod']), ...keys('inner', ['names', 'typmods', 'arrayBounds']) },
  A_ArrayExpr: { elements: 'inner', ...keys('plain', ['list_start', 'list_end']) },
  CollateClause: { arg: 'inner', collname: 'inner' },
}

function keys(kind: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

/** The meaning of a refused key or node, in a text for the author. */
export const reasons: Readonly<Record<string, string>> = {
  'SelectStmt.intoClause': '不能写 INTO',
  'SelectStmt.lockingClause': '不能加锁（FOR UPDATE、FOR SHARE）',
  'WithClause.recursive': '不能写 WITH RECURSIVE',
  'RangeVar.schemaname': '表名前不要写模式名',
  'RangeVar.catalogname': '表名前不要写库名',
  'RangeFunction.is_rowsfrom': '不能写 ROWS FROM',
  'RangeFunction.coldeflist': '函数后不能写列的定义',
  'JoinExpr.isNatural': '不能写 NATURAL JOIN，请写 ON',
  'JoinExpr.alias': '连接后不能写别名',
  'JoinExpr.join_using_alias': '连接后不能写别名',
  'FuncCall.func_variadic': '不能写 VARIADIC',
  'SortBy.useOp': '不能写 ORDER BY … USING',
  A_Indirection: '不能写 (…).名称 或下标',
  RowExpr: '不能写 ROW(…)',
  NamedArgExpr: '函数的参数不能写名称',
}
