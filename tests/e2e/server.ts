import { startProduct, temporary } from './product.ts'

export const passwords = { admin: 'Admin-for-tests-1', demo: 'Demo-for-tests-1' }

/** One product for all browser tests; its address and its extra documents' folder go by environment. */
export default async function setup() {
  const data = temporary('office-data')
  const schemas = temporary('office-schemas')
  const product = await startProduct({
    DATA_DIR: data.path,
    SCHEMAS_DIR: schemas.path,
    ADMIN_PASSWORD: passwords.admin,
    DEMO_PASSWORD: passwords.demo,
  })
  process.env.PRODUCT_URL = product.url
  process.env.PRODUCT_SCHEMAS = schemas.path
  return async () => {
    await product.stop()
    data.remove()
    schemas.remove()
  }
}
