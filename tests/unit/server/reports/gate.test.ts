import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeSql } from '#server/documents/report-sql/gate/check.ts'
import { readSql, withNumbers } from '#server/documents/report-sql/sql-text.ts'

const tables: Record<string, string[]> = {
  bill: ['id', 'fno', 'fdate', 'fsupplier', 'ftotal', 'del_flag'],
  item: ['id', 'fbillid', 'fname', 'fnum', 'fprice'],
}
const check = (sql: string) => {
  const read = readSql(sql)
  return read.ok ? judgeSql(read.value, (name) => tables[name]) : { refusals: [read.text] }
}

/** Each with the reason of the refusal. */
const refused: readonly (readonly [string, string])[] = [
  ['two statements', 'select 1; drop table bill'],
  ['a statement after a comment', 'select 1 /* ; */ ; delete from bill'],
  ['no statement', '-- nothing'],
  ['no SQL at all', 'selec fno from bill'],
  ['leaves its brackets', 'select 1) as s; select (1'],
  ['leaves its brackets without a second statement', 'select 1) as a, (select 2'],
  ['writes', 'insert into bill (id) values (1)'],
  ['changes', 'update bill set fno = null'],
  ['deletes', 'delete from bill'],
  ['deletes inside WITH', 'with gone as (delete from bill returning id) select id from gone'],
  ['changes inside WITH', "with gone as (update bill set fno = 'x' returning id) select id from gone"],
  ['makes a table', 'select fno into copy from bill'],
  ['makes a table, too', 'create table copy as select 1'],
  ['copies to a program', "copy bill to program 'sh'"],
  ['runs code', 'do $$ begin perform pg_sleep(9); end $$'],
  ['changes a setting', 'set role none'],
  ['explains', 'explain select 1'],
  ['calls', 'call p()'],
  ['locks rows', 'select fno from bill for update'],
  ['locks rows in a subquery', 'select b.fno from (select fno from bill for share) b'],
  ['reads the catalogue', 'select * from pg_authid'],
  ['reads the catalogue by its full name', 'select rolpassword from pg_catalog.pg_authid'],
  ['reads the information schema', 'select table_name from information_schema.tables'],
  ['a table of the document, but with a schema', 'select fno from public.bill'],
  ['a table that is not named in tables', 'select token from sys_session'],
  [
    'the name of WITH is not known before it',
    'select * from pg_authid where exists (with pg_authid as (select 1 as a) select a from pg_authid)',
  ],
  ['WITH does not see itself', 'with pg_authid as (select * from pg_authid) select * from pg_authid'],
  ['WITH does not see what comes later', 'with a as (select x from b), b as (select 1 as x) select x from a'],
  [
    'WITH of a subquery ends with it',
    'select (with pg_shadow as (select 1 as a) select a from pg_shadow), passwd from pg_shadow',
  ],
  [
    'WITH of one half of a UNION is not the other half’s',
    '(with pg_shadow as (select 1 as a) select a from pg_shadow) union select usesysid from pg_shadow',
  ],
  ['recursion', 'with recursive r as (select 1 as n union all select n + 1 from r) select n from r'],
  ['sleeps', 'select pg_sleep(10)'],
  ['sleeps by its full name', 'select pg_catalog.pg_sleep(10)'],
  ['sleeps in a condition', 'select fno from bill where pg_sleep(10) is null'],
  ['sleeps in ORDER BY', 'select fno from bill order by pg_sleep(10)'],
  ['sleeps in LIMIT', 'select fno from bill limit (select length(pg_sleep(1)::text))'],
  ['sleeps in a window', 'select sum(ftotal) over (order by pg_sleep(1)) from bill'],
  ['sleeps in a FILTER', 'select count(*) filter (where pg_sleep(1) is null) as n from bill'],
  [
    'sleeps in the order of an aggregate',
    'select string_agg(fno, fno order by pg_sleep(1)::text) as s from bill',
  ],
  ['sleeps in FROM', 'select 1 as a from pg_sleep(10)'],
  ['changes who it is', "select set_config('role', 'none', true)"],
  ['runs SQL that is a text', "select query_to_xml('select * from secret', true, true, '')"],
  ['runs SQL elsewhere', "select * from dblink('host=db', 'select 1') as t(a int)"],
  ['reads a file', "select pg_read_file('/etc/passwd')"],
  ['lists a folder', "select pg_ls_dir('.')"],
  ['makes a large object', 'select lo_create(0)'],
  ['imports a file', "select lo_import('/etc/passwd')"],
  ['takes an advisory lock', 'select pg_advisory_lock(1)'],
  ['ends connections', 'select pg_terminate_backend(1)'],
  ['moves a sequence', "select nextval('s')"],
  ['tells the version', 'select version()'],
  ['tells who is connected', 'select current_user'],
  ['tells the database', 'select current_database()'],
  ['tells the address', 'select inet_server_addr()'],
  ['tells a setting', "select current_setting('data_directory')"],
  ['looks a name up', "select 'pg_authid'::regclass"],
  ['looks a name up by CAST', "select cast('bill' as regclass)"],
  ['parses XML', "select xmlparse(document '<a/>')"],
  ['takes JSON apart', "select '{}'::json"],
  ['a whole row as JSON', 'select row_to_json(b) from bill b'],
  ['a whole row as JSON by a dot', 'select b.row_to_json from bill b'],
  ['a whole row', 'select b from bill b'],
  ['a whole row of a table', 'select bill from bill'],
  ['a whole row as a text by a dot', 'select b.text from bill b'],
  ['a whole row as a text', 'select b::text from bill b'],
  ['a whole row in an aggregate', 'select count(b) as n from bill b'],
  ['a whole row in ORDER BY, under the name of a column', "select fno as b from bill b order by b || ''"],
  ['all columns of a table, hidden ones too', 'select * from bill'],
  ['all columns of a table by its alias', 'select b.* from bill b'],
  [
    'all columns of a table, named by place',
    'with c (a, b, c, d, e, f, g) as (select * from bill) select g from c',
  ],
  ['all columns in an expression', 'select concat(b.*) as s from bill b'],
  ['all columns in ROW', 'select row(b.*) from bill b'],
  ['a part of a row', 'select (b).password from bill b'],
  ['a hidden column', 'select password from bill'],
  ['a hidden column of an alias', 'select b.password from bill b'],
  ['a hidden column in a condition', "select fno from bill where password like 'a%'"],
  ['a hidden column in ORDER BY', 'select fno from bill order by password'],
  ['a hidden column in USING', 'select bill.fno from bill join item using (password)'],
  [
    'a hidden column of the outer query',
    'select fno from bill b where exists (select 1 from item where b.password = fname)',
  ],
  ['columns joined by their names alone', 'select fno from bill natural join item'],
  ['system columns', 'select ctid, xmin from bill'],
  ['the table’s own id', 'select tableoid from bill'],
  ['renames what it reads to hide it', 'select s.fno from bill s (fno, password)'],
  ['an operator that searches by pattern', "select fno from bill where fno ~ '(a+)+$'"],
  ['SIMILAR TO', "select fno from bill where fno similar to '(a|b)*'"],
  ['an operator of a schema', 'select 1 operator(pg_catalog.+) 1 as n'],
  ['sorts by an operator', 'select fno from bill order by fno using <'],
  ['fills memory', "select repeat('x', 1000000000)"],
  ['fills memory by padding', "select lpad('x', 1000000000)"],
  ['fills memory by a format', "select format('%1000000000s', 'x')"],
  ['a random sample', 'select fno from bill tablesample system (1)'],
  ['parameters by number', 'select fno from bill where fno = $1'],
  ['functions with named arguments', 'select round(v => 1.5) as n'],
  ['VARIADIC', "select concat(variadic array['a']) as s"],
  ['ROWS FROM', 'select a from rows from (generate_series(1, 2), generate_series(1, 2)) as t(a, b)'],
  ['a NUL', 'select 1 as n \u0000; drop table bill'],
  ['half a character', "select '\ud800' as s"],
  ['brackets without end', `select ${'('.repeat(3000)}1${')'.repeat(2999)}`],
  ['an unended comment', 'select fno from bill /* '],
  ['an unended text', "select 'a from bill"],
]

const accepted: readonly string[] = [
  'select fno, fdate from bill',
  'select b.fno, i.fname, i.fnum * i.fprice as famount from bill b join item i on i.fbillid = b.id where b.del_flag = 0',
  'select fsupplier, count(*) as n, sum(ftotal) as total from bill group by fsupplier having sum(ftotal) > 0 order by total desc',
  "select to_char(fdate, 'YYYY-MM') as fmonth, count(distinct fsupplier) as n from bill group by 1 order by fmonth",
  'with m as (select fsupplier, sum(ftotal) as t from bill group by fsupplier) select fsupplier, t from m where t > :least',
  'with bill as (select id, fname from item) select fname from bill',
  'select s.* from (select fno, fdate from bill) s',
  'with c (a, b) as (select 1 + 1, fno from bill) select * from c where b = :no and a > 0',
  'select fno from bill where :day is null or fdate >= :day::date',
  "select fno from bill where fno = any(string_to_array(:many, ','))",
  "select case when ftotal > 100 then '大' else '小' end as fsize, coalesce(fsupplier, '') as fsupplier from bill",
  'select fno from bill union all select fname from item order by fno',
  'select fno, row_number() over (partition by fsupplier order by fdate desc) as n, lag(ftotal) over w as before from bill window w as (order by fdate)',
  "select d.day, (select count(*) from bill where fdate = d.day) as n from (select g::date as day from generate_series(now() - interval '7 days', now(), interval '1 day') g) d",
  'select i.fname, last.fno from item i, lateral (select b.fno from bill b where b.id = i.fbillid limit 1) last',
  "select extract(year from fdate)::int as y, fno from bill where fno ilike '%a%' and fdate between :a and :b and fno not in ('x', 'y')",
  'select v.a from (values (1), (2)) v(a)',
  "select fno from bill where fno <> ';drop table bill; -- ' and fsupplier = '$1 :x'",
  'select fsupplier, grouping(fsupplier) as g, sum(ftotal) as s from bill group by rollup (fsupplier)',
  'select coalesce(b.fno, i.fname) as name from bill b full join item i using (id)',
]

describe('the SQL gate of reports', () => {
  it.each(refused)('refuses SQL (%s): %s', (_why, sql) => {
    expect(check(sql).refusals).not.toEqual([])
  })

  it.each(accepted)('accepts %s', (sql) => {
    expect(check(sql).refusals).toEqual([])
  })

  it('names the function that is not allowed', () => {
    expect(check('select pg_sleep(1)').refusals).toEqual([
      expect.stringMatching(/^函数 pg_sleep 不在允许之列。请改用/),
    ])
    expect(check('select password from bill').refusals).toEqual(['没有可查询的列 password'])
    expect(check('select b from bill b').refusals).toEqual(['不能取「b」的整行，请写出列'])
  })

  it.each([
    [
      "select date_format(fdate, '%Y-%m') as m from bill",
      "函数 date_format 不在允许之列。这里写作 to_char(日期, 'YYYY-MM')",
    ],
    ['select IFNULL(ftotal, 0) as t from bill', '函数 ifnull 不在允许之列。这里写作 coalesce(a, b)'],
    ['select `fno` from bill', '列名和表名不用反引号，请去掉 `'],
    ['select fno from bill limit 0, 10', 'LIMIT 从几起, 几行 请写作 LIMIT 几行 OFFSET 从几起'],
    ['select fno，fdate from bill', '「，」是全角的，SQL 里请写半角的「,」'],
    ['select fno from bill where fno = ‘a’', "「‘」是全角的，SQL 里请写半角的「'」"],
  ])('answers SQL of other databases and of Chinese keyboards: %s', (sql, text) => {
    expect(check(sql).refusals).toEqual([text])
  })

  it('returns the columns of the result, their sources, and the columns that parameters are compared with', () => {
    const read = readSql('select b.fno, i.fname as name, 1 + 1 as two from bill b join item i on b.fno = :no')
    if (!read.ok) throw new Error(read.text)
    const { columns, tables: used, compared } = judgeSql(read.value, (name) => tables[name])
    expect([...columns.keys()]).toEqual(['fno', 'name', 'two'])
    expect(columns.get('name')?.origin).toEqual({ table: 'item', column: 'fname' })
    expect(columns.get('two')?.origin).toBeNull()
    expect([...used]).toEqual(['bill', 'item'])
    expect(compared.get('no')).toEqual({ table: 'bill', column: 'fno' })
  })
})

describe('parameters in SQL', () => {
  const numbered = (sql: string) => {
    const read = readSql(sql)
    return read.ok ? { text: withNumbers(read.value, (n) => `$${n}`), names: read.value.names } : read.text
  }

  it('become numbers, one for each name', () => {
    expect(numbered('select :a, :b , :a')).toEqual({ text: 'select $1, $2 , $1', names: ['a', 'b'] })
  })

  it.each([
    ["select ':a'", 'a text'],
    ["select e'\\':a'", 'a text with a backslash'],
    ['select $$ :a $$', 'a dollar quote'],
    ['select $x$ :a $$ :b $x$', 'a tagged dollar quote'],
    ['select ":a" from t', 'a quoted name'],
    ['select 1 -- :a', 'a comment'],
    ['select 1 /* :a /* :b */ :c */', 'nested comments'],
    ['select fno::date', 'a cast'],
    ["select '中文'::text -- ：a", 'Chinese text'],
  ])('stay unchanged in %s', (sql) => {
    expect(numbered(sql)).toEqual({ text: sql, names: [] })
  })

  it('keep their positions among Chinese text and casts', () => {
    expect(numbered("select '总：:x', :仓库, :a::date")).toEqual({
      text: "select '总：:x', :仓库, $1::date",
      names: ['a'],
    })
  })

  const inert = fc.oneof(
    fc
      .string({ unit: fc.constantFrom('a', ':', ' ', '"', '$', '中', '-', '\\') })
      .map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string({ unit: fc.constantFrom('a', ':', "'", ' ', '\\', '中') }).map((text) => `$q$${text}$q$`),
    fc.string({ unit: fc.constantFrom('a', ':', "'", '"', '$', '中') }).map((text) => `/*${text}*/`),
    fc.string({ unit: fc.constantFrom('a', ':', "'", '"', '$', '中') }).map((text) => `--${text}\n`),
    fc.constantFrom('::', ' , ', '名称', ' a1 ', ' 12 ', '"a:b"', '\n'),
  )

  it('are found among any strings, comments, dollar quotes and casts, and all other text stays unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(inert, fc.constantFrom(' :p ', ' :q '))), (parts) => {
        const sql = `select ${parts.join(' ')}`
        const wanted = parts.map((piece) =>
          piece === ' :p ' || piece === ' :q ' ? piece.replace(/:(\w)/, '<$1>') : piece,
        )
        const read = readSql(sql)
        if (!read.ok) throw new Error(`${sql}: ${read.text}`)
        expect(withNumbers(read.value, (_, name) => `<${name}>`)).toBe(`select ${wanted.join(' ')}`)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a statement that makes a large text or many columns out of little', () => {
  const nested = (depth: number, by: string) =>
    Array.from({ length: depth }).reduce<string>((inner) => `replace(${inner}, 'a', '${by}')`, "'aaaa'")
  const doubled = (depth: number) =>
    Array.from({ length: depth }).reduce<string>(
      (inner) => `(select s.*, s.* from ${inner} s)`,
      '(select id, fno from bill)',
    )

  it('is refused for nested replacements by longer texts, also across subqueries', () => {
    expect(check(`select ${nested(2, 'aa')} as a`).refusals).toEqual([])
    expect(check(`select ${nested(8, '')} as a`).refusals).toEqual([])
    const text = '一条 SQL 里最多 2 处 replace 可以换成更长的文字'
    expect(check(`select ${nested(8, 'aaaaaaaaaa')} as a`).refusals).toEqual([text])
    expect(
      check(`select replace(b, 'a', 'aa') as c from (select ${nested(2, 'aa')} as b) x`).refusals,
    ).toEqual([text])
    expect(check(`select replace(fno, 'a', '${'b'.repeat(51)}') as a from bill`).refusals).toEqual([
      'replace 换成的文字最多 50 个字',
    ])
  })

  it('is refused for columns that double with each nested query, before they are built', () => {
    expect(check(`select s.* from ${doubled(5)} s`).refusals).toEqual([])
    const start = performance.now()
    expect(check(`select s.* from ${doubled(60)} s`).refusals).toContain('一个 SELECT 最多 1000 列')
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
