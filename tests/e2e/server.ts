import type { FullConfig } from '@playwright/test'
import { executeIn, startProduct, temporary } from './product.ts'

export const passwords = { admin: 'Admin-for-tests-1', demo: 'Demo-for-tests-1' }

/** The product of a worker: its address, its folder of extra documents and its data folder. */
export const getProduct = (worker = process.env.TEST_PARALLEL_INDEX ?? '0') => ({
  url: process.env[`PRODUCT_URL_${worker}`] ?? '',
  schemas: process.env[`PRODUCT_SCHEMAS_${worker}`] ?? '',
  data: process.env[`PRODUCT_DATA_${worker}`] ?? '',
})

/** Runs statements in the embedded database of the product. */
export const execute = (statements: string) => executeIn(getProduct().data, statements)

async function startFor(worker: number) {
  const data = temporary('office-data')
  const schemas = temporary('office-schemas')
  const product = await startProduct({
    DATA_DIR: data.path,
    SCHEMAS_DIR: schemas.path,
    ADMIN_PASSWORD: passwords.admin,
    DEMO_PASSWORD: passwords.demo,
  })
  process.env[`PRODUCT_URL_${worker}`] = product.url
  process.env[`PRODUCT_SCHEMAS_${worker}`] = schemas.path
  process.env[`PRODUCT_DATA_${worker}`] = data.path
  return async () => {
    await product.stop()
    data.remove()
    schemas.remove()
  }
}

/** Starts one product for each worker, so that tests of one worker never see records of another. */
export default async function setup({ workers }: FullConfig) {
  const stops = await Promise.all(Array.from({ length: workers }, (_, worker) => startFor(worker)))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
