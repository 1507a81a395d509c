import { NO_VALUES, type Offer, type TyreSpecs } from '../prices/offer.ts'
import { SAMPLE_CITIES, SAMPLE_MODELS, SAMPLE_SIZES, type SampleSite } from './sample-data.ts'

/** Generated tyre with an offer. The first start shows such prices before real price lists are imported. */
export interface GeneratedOffer {
  specs: TyreSpecs
  offer: Offer
}

const MODULUS = 2_147_483_647

/** Park and Miller's generator: deterministic, and random enough for sample prices. */
export function seededRandom(seed: number): () => number {
  let state = seed % MODULUS || 1
  const next = () => {
    state = (state * 48_271) % MODULUS
    return state / MODULUS
  }
  // Neighbouring seeds begin with similar numbers; a few steps decorrelate them.
  for (let i = 0; i < 8; i++) next()
  return next
}

/** Returns all tyres of the sample. */
function sampleTyres(): TyreSpecs[] {
  return SAMPLE_MODELS.flatMap((model, m) =>
    SAMPLE_SIZES.filter((size) => size.vehicleType === model.vehicleType).map((size, s): TyreSpecs => {
      const { width, height, diameter, loadIndex, speedIndex, vehicleType } = size
      return {
        article: `${model.code}${String(1000 + m * 37 + s * 11)}`,
        brand: model.brand,
        name: `${width}/${height}R${diameter} ${loadIndex}${speedIndex} ${model.brand} ${model.name}`,
        width,
        height,
        diameter,
        season: model.season,
        vehicleType,
        speedIndex,
        loadIndex,
      }
    }),
  )
}

/**
 * Generates the prices of one site on one day.
 * @param dayNumber 0 for the first day; on each later day a twelfth of the prices differs from the usual price
 */
export function* sampleOffers(site: SampleSite, dayNumber: number): Generator<GeneratedOffer> {
  for (const [t, specs] of sampleTyres().entries()) {
    const random = seededRandom(t * 7_919 + site.seed * 104_729)
    if (random() > site.share) continue
    const level = 0.8 + seededRandom(t + 1)() * 0.5
    const base =
      (2_400 + Number(specs.diameter) * 190 + Number(specs.width) * 9) * level * (0.97 + random() * 0.06)
    for (const city of SAMPLE_CITIES.slice(0, site.cities)) {
      const wholesale = roundPrice(base * site.level * city.level * (1 + 0.04 * random()))
      const move = seededRandom(t * 31 + site.seed * 17 + dayNumber * 1_009 + city.name.length)
      const moved = dayNumber > 0 && move() < 1 / 12 ? 1 + (move() - 0.55) * 0.3 : 1
      for (const warehouse of site.warehouses === 0 ? [''] : city.warehouses.slice(0, site.warehouses)) {
        if (random() < 0.25) continue
        const offer = offerOf(
          site,
          roundPrice(wholesale * moved),
          Math.floor(random() * 45),
          city.name,
          warehouse,
        )
        yield { specs, offer }
      }
    }
  }
}

function offerOf(site: SampleSite, wholesale: number, stock: number, city: string, warehouse: string): Offer {
  return {
    ...NO_VALUES,
    city,
    warehouse,
    retail: roundPrice(wholesale * 1.22),
    wholesale: site.wholesale ? wholesale : null,
    cost: site.own ? roundPrice(wholesale * 0.88) : null,
    stock,
  }
}

const roundPrice = (price: number): number => Math.round(price / 10) * 10
