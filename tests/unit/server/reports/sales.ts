import { dynamicTables } from '#server/platform/store/database.ts'
import { createReportServer, type TestServer } from './test-server.ts'

/** A server with four sales; `fpin` is a column that no report may read. */
export async function createSalesServer(): Promise<TestServer> {
  const server = await createReportServer()
  const rows = [
    ['1', '宣纸', '1', '2026-01-05', '10.50', '3', 'A01'],
    ['2', '徽墨', '2', '2026-02-05', '4.25', '2', 'A01'],
    ['3', "'; drop table tst_sale; --", '1', '2026-03-05', '0.25', '1', 'A01'],
    ['4', '外部门的纸', '1', '2026-03-06', '100', '50', 'B01'],
  ] as const
  for (const [id, fname, fkind, fday, fnum, fcost, sys_org_code] of rows) {
    await dynamicTables(server.test.db.app)
      .insertInto('tst_sale')
      .values({ id, fname, fkind, fday, fnum, fcost, sys_org_code, fpin: 'geheim' })
      .execute()
  }
  return server
}
