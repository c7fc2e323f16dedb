import { type Big, roundTo, toBig } from '#runtime/kernel/decimal.ts'

/** How the cost of what goes out follows from what came in: the average of what is there, or the oldest first. */
export type CostMethod = 'average' | 'fifo'

/** An entry in its order. Quantities are signed. */
export interface CostEntry {
  quantity: Big
  /** Null where it is to be computed: of what goes out, and of what comes in at the cost of what is there. */
  amount: Big | null
}

/** What came in together and has not gone out. */
interface Layer {
  quantity: Big
  amount: Big
}

/** What a set of dimensions holds before the first entry. */
export interface Holding {
  quantity: Big
  amount: Big
}

export const zero = toBig(0) as Big
/** Digits of the cost of one unit, beyond those of any amount. */
const UNIT_SCALE = 20

/** The part of an amount that belongs to a part of its quantity; the whole for the whole, so that nothing is left over. */
const share = ({ quantity, amount }: Layer, part: Big, scale: number): Big =>
  part.eq(quantity) ? amount : roundTo(amount.times(part).div(quantity), scale)

/** The cost of one set of dimensions, entry after entry. */
export interface CostBook {
  /** The signed amount of the next entry. An amount of an entry that has one stays. */
  add(entry: CostEntry): Big
}

/**
 * Begins with what is there. Computed amounts have `scale` decimals. What goes out beyond what is there costs what a unit cost
 * last.
 */
export function openCostBook(method: CostMethod, opening: Holding, scale: number): CostBook {
  let layers: Layer[] = opening.quantity.gt(0) ? [{ ...opening }] : []
  /** What went out beyond what was there, which the next entries fill up. */
  let short = opening.quantity.lt(0) ? opening.quantity.abs() : zero
  let unit = opening.quantity.eq(0) ? zero : divide(opening.amount, opening.quantity).abs()

  const receive = (quantity: Big, amount: Big): void => {
    if (quantity.gt(0)) unit = divide(amount, quantity)
    const filling = quantity.lt(short) ? quantity : short
    short = short.minus(filling)
    const rest = { quantity: quantity.minus(filling), amount: amount.minus(filling.times(unit)) }
    if (rest.quantity.gt(0)) layers.push(rest)
    if (method === 'average') layers = merge(layers)
  }
  const issue = (quantity: Big): Big => {
    let open = quantity
    let cost = zero
    while (open.gt(0)) {
      const layer = layers[0]
      if (!layer) {
        short = short.plus(open)
        return cost.plus(roundTo(open.times(unit), scale))
      }
      const part = layer.quantity.lt(open) ? layer.quantity : open
      const taken = share(layer, part, scale)
      unit = divide(layer.amount, layer.quantity)
      cost = cost.plus(taken)
      open = open.minus(part)
      if (part.eq(layer.quantity)) layers.shift()
      else layers[0] = { quantity: layer.quantity.minus(part), amount: layer.amount.minus(taken) }
    }
    return cost
  }
  const add = ({ quantity, amount }: CostEntry): Big => {
    if (amount === null && quantity.gt(0)) {
      const cost = roundTo(quantity.times(presentUnit(layers) ?? unit), scale)
      receive(quantity, cost)
      return cost
    }
    if (amount === null) return roundTo(issue(quantity.abs()).times(-1), scale)
    if (quantity.gt(0)) receive(quantity, amount)
    else if (quantity.lt(0)) issue(quantity.abs())
    else if (layers[0]) layers[0] = { ...layers[0], amount: layers[0].amount.plus(amount) }
    return amount
  }
  return { add }
}

const divide = (amount: Big, quantity: Big): Big => roundTo(amount.div(quantity), UNIT_SCALE)

const addUp = (layers: readonly Layer[]): Layer =>
  layers.reduce<Layer>(
    (sum, layer) => ({ quantity: sum.quantity.plus(layer.quantity), amount: sum.amount.plus(layer.amount) }),
    { quantity: zero, amount: zero },
  )

/** The average cost of a unit of what is there. */
function presentUnit(layers: readonly Layer[]): Big | undefined {
  const { quantity, amount } = addUp(layers)
  return quantity.gt(0) ? divide(amount, quantity) : undefined
}

/** One layer with all that the layers hold. */
function merge(layers: readonly Layer[]): Layer[] {
  const total = addUp(layers)
  return total.quantity.gt(0) ? [total] : []
}
