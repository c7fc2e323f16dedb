import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 1440, height: 900 } })
const errors = []
p.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
for (let i = 0; i < 60; i++) { try { const r = await p.goto('http://127.0.0.1:4811/'); if (r.ok()) { await p.locator('input').first().waitFor({timeout:60000}); break } } catch { await new Promise(r => setTimeout(r, 2000)) } }
await p.locator('input').first().fill('admin'); await p.locator('input[type=password]').fill('Admin-for-tests-1'); await p.keyboard.press('Enter')
await p.waitForTimeout(6000)
const shots = [['/stock/ledger', 'l1'], ['/stock/ledger?tab=months', 'l2'], ['/stock/flow', 'l3'], ['/stock/stock', 'l4']]
for (const [path, name] of shots) { await p.goto('http://127.0.0.1:4811' + path); await p.waitForTimeout(5000); await p.screenshot({ path: `/tmp/w/${name}.png` }) }
await p.goto('http://127.0.0.1:4811/stock/ledger'); await p.waitForTimeout(4000)
await p.getByRole('button', { name: '明细' }).first().click(); await p.waitForTimeout(2500); await p.screenshot({ path: '/tmp/w/l5.png' })
await p.setViewportSize({ width: 390, height: 844 }); await p.goto('http://127.0.0.1:4811/stock/ledger'); await p.waitForTimeout(4000); await p.screenshot({ path: '/tmp/w/l6.png' })
console.log(errors.slice(0, 5)); await b.close()
