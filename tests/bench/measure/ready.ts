import { startProduct, temporary } from '../../e2e/product.ts'
import { type Budget, median } from './budget.ts'

/** Start of the process until the ready line, on data that is there already. */
export async function benchReady(): Promise<Budget[]> {
  const data = temporary('office-ready')
  const env = { DATA_DIR: data.path, ADMIN_PASSWORD: 'bench-lantern-7', DEMO_PASSWORD: 'bench-lantern-8' }
  try {
    await (await startProduct(env)).stop()
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const start = performance.now()
      const product = await startProduct(env)
      times.push((performance.now() - start) / 1000)
      await product.stop()
    }
    return [{ name: 'ready from existing data', value: median(times), limit: 4, unit: 's' }]
  } finally {
    data.remove()
  }
}
