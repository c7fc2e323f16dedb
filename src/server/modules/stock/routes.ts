import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { ok } from '../../platform/http/envelope.ts'
import { holds } from '../../platform/http/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { lookupAccess } from '../../records/lookup-access.ts'
import type { ReadServices } from '../../records/services.ts'

const Body = Type.Object({ spid: Type.String({ maxLength: 64 }) })
type Body = Type.Static<typeof Body>

/** The name that documents write in `onPick`. */
export const stockLookup = 'btgOrder.getspinfobefore'

export type StockServices = Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>

const plain = (value: unknown) => {
  const number = toBig(value)
  return number ? toPlain(number) : null
}

/** The initial values of a new line of a bill: the last paid price (else the list price), and the current stock. */
export function stockRoutes(app: FastifyInstance, { db, documents }: StockServices): void {
  app.post<{ Body: Body }>(
    '/system/btgOrder/getspinfobefore',
    { config: { access: lookupAccess({ documents }, stockLookup) }, schema: { body: Body } },
    async ({ body, user }) => {
      const { spid } = body
      const prices = holds(user, 'stock:in:price')
      const { rows } = await sql<{ fprice: unknown; fkcnum: unknown }>`
        select coalesce(
            (select item.fprice from stk_in_bill_item item join stk_in_bill bill on bill.id = item.fbillid
              where item.spid = ${spid} and item.fprice is not null and bill.fstates = '已审核' and bill.del_flag = 0
              order by bill.fdate desc, item.id desc limit 1),
            (select fprice from bas_goods where id = ${spid} and del_flag = 0)) as fprice,
          (select coalesce(sum(fkcnum), 0) from stk_stock where spid = ${spid}) as fkcnum`.execute(db.app)
      const [row] = rows
      return ok({ fprice: prices ? plain(row?.fprice) : null, fkcnum: plain(row?.fkcnum) })
    },
  )
}
