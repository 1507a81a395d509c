/** A product as a made-up shop shows it. */
interface Product {
  name?: string
  brand?: string
  price?: number | string | null
  /** 'InStock', 'OutOfStock' */
  availability?: string
  currency?: string
}

/** Returns the page of a product that states its price in JSON-LD. */
export function productPage({
  name = 'Шина Arktika Polar 3 205/55 R16 91T',
  brand = 'Arktika',
  price = 5_490,
  availability = 'InStock',
  currency = 'RUB',
}: Product = {}): string {
  const offers =
    price === null
      ? undefined
      : {
          '@type': 'Offer',
          price,
          priceCurrency: currency,
          availability: `https://schema.org/${availability}`,
        }
  const product = { '@context': 'https://schema.org', '@type': 'Product', name, brand, offers }
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${name}</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head><body><h1>${name}</h1></body></html>`
}

/** Returns the page of a product that states its price in microdata. */
export const microdataPage = (name: string, price: number): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${name}</title></head>
<body itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${name}</h1>
<p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">${price}</b>
<meta itemprop="priceCurrency" content="RUB"></p></body></html>`
