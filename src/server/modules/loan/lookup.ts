import { sql } from 'kysely'
import { defineLookup } from '../../records/read/picker-lookup.ts'

/** How many books a reader has at the moment. */
export const loansOfReader = defineLookup({
  name: 'loan.reader',
  params: ['freaderid'],
  record: { screen: 'reader/reader', id: 'freaderid' },
  async read(db, requests) {
    const { rows } = await sql<{ fout: number }>`
      select (select count(*)::integer from rdr_borrow where freaderid = reader.id and fstate = '借出') as fout
      from unnest(${requests.map(({ freaderid }) => freaderid)}::text[]) with ordinality as reader(id, place)
      order by reader.place`.execute(db)
    return rows.map(({ fout }) => ({ fout }))
  },
})
