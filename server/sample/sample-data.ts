/** Site of the sample with its size and price level. */

export interface SampleSite {
  host: string
  seed: number
  /** share of all tyres that the site offers */
  share: number
  /** price level relative to the market, which is 1 */
  level: number
  /** number of cities in which it sells */
  cities: number
  /** number of warehouses in each city; 0 for a site that does not name warehouses */
  warehouses: number
  wholesale: boolean
  own: boolean
}

export const SAMPLE_SITES: readonly SampleSite[] = [
  {
    host: 'daikon-shina.ru',
    seed: 1,
    share: 0.9,
    level: 1,
    cities: 4,
    warehouses: 2,
    wholesale: true,
    own: true,
  },
  {
    host: 'kolesa-primer.ru',
    seed: 2,
    share: 0.75,
    level: 1.03,
    cities: 4,
    warehouses: 2,
    wholesale: true,
    own: false,
  },
  {
    host: 'mir-pokryshek.ru',
    seed: 3,
    share: 0.6,
    level: 0.97,
    cities: 3,
    warehouses: 0,
    wholesale: false,
    own: false,
  },
  {
    host: 'rezina-opt.ru',
    seed: 4,
    share: 0.7,
    level: 0.95,
    cities: 4,
    warehouses: 1,
    wholesale: true,
    own: false,
  },
  {
    host: 'shinny-dvor.ru',
    seed: 5,
    share: 0.5,
    level: 1.06,
    cities: 2,
    warehouses: 0,
    wholesale: false,
    own: false,
  },
]

export const SAMPLE_CITIES = [
  { name: 'Новосибирск', level: 1, warehouses: ['Центральный', 'Левый берег'] },
  { name: 'Томск', level: 1.02, warehouses: ['Томск-1', 'Томск-2'] },
  { name: 'Красноярск', level: 1.04, warehouses: ['Енисей', 'Взлётка'] },
  { name: 'Хабаровск', level: 1.1, warehouses: ['Амурский', 'Южный'] },
] as const

const CAR = 'Легковая'
const VAN = 'Легкогрузовая'
const TRUCK = 'Грузовая'
const WINTER = 'Зимняя'
const SUMMER = 'Летняя'
const ALL_YEAR = 'Всесезонная'

export const SAMPLE_MODELS = [
  { brand: 'Arktika', name: 'Polar 3', code: 'AP', season: WINTER, vehicleType: CAR },
  { brand: 'Arktika', name: 'Grip SUV', code: 'AG', season: WINTER, vehicleType: CAR },
  { brand: 'Baikal Tyre', name: 'Lada Line', code: 'BL', season: SUMMER, vehicleType: CAR },
  { brand: 'Baikal Tyre', name: 'Cargo Max', code: 'BC', season: ALL_YEAR, vehicleType: VAN },
  { brand: 'Corvida', name: 'Sport One', code: 'CS', season: SUMMER, vehicleType: CAR },
  { brand: 'Corvida', name: 'Ice Claw', code: 'CI', season: WINTER, vehicleType: CAR },
  { brand: 'Delphin', name: 'Aqua 5', code: 'DA', season: SUMMER, vehicleType: CAR },
  { brand: 'Delphin', name: 'Van Pro', code: 'DV', season: SUMMER, vehicleType: VAN },
  { brand: 'Enisey', name: 'Taiga', code: 'ET', season: WINTER, vehicleType: CAR },
  { brand: 'Enisey', name: 'Magistral', code: 'EM', season: ALL_YEAR, vehicleType: TRUCK },
  { brand: 'Fortis', name: 'Comfort', code: 'FC', season: SUMMER, vehicleType: CAR },
  { brand: 'Fortis', name: 'Drive D', code: 'FD', season: ALL_YEAR, vehicleType: TRUCK },
] as const

export const SAMPLE_SIZES = [
  { width: '175', height: '65', diameter: '14', loadIndex: '82', speedIndex: 'T', vehicleType: CAR },
  { width: '185', height: '65', diameter: '15', loadIndex: '88', speedIndex: 'T', vehicleType: CAR },
  { width: '195', height: '65', diameter: '15', loadIndex: '91', speedIndex: 'H', vehicleType: CAR },
  { width: '205', height: '55', diameter: '16', loadIndex: '94', speedIndex: 'V', vehicleType: CAR },
  { width: '205', height: '60', diameter: '16', loadIndex: '96', speedIndex: 'H', vehicleType: CAR },
  { width: '215', height: '60', diameter: '17', loadIndex: '100', speedIndex: 'H', vehicleType: CAR },
  { width: '225', height: '45', diameter: '17', loadIndex: '94', speedIndex: 'W', vehicleType: CAR },
  { width: '225', height: '65', diameter: '17', loadIndex: '106', speedIndex: 'T', vehicleType: CAR },
  { width: '235', height: '55', diameter: '18', loadIndex: '104', speedIndex: 'T', vehicleType: CAR },
  { width: '235', height: '60', diameter: '18', loadIndex: '107', speedIndex: 'H', vehicleType: CAR },
  { width: '255', height: '50', diameter: '19', loadIndex: '107', speedIndex: 'V', vehicleType: CAR },
  { width: '275', height: '45', diameter: '20', loadIndex: '110', speedIndex: 'W', vehicleType: CAR },
  { width: '185', height: '75', diameter: '16', loadIndex: '104/102', speedIndex: 'R', vehicleType: VAN },
  { width: '195', height: '75', diameter: '16', loadIndex: '107/105', speedIndex: 'R', vehicleType: VAN },
  { width: '215', height: '65', diameter: '16', loadIndex: '109/107', speedIndex: 'T', vehicleType: VAN },
  { width: '225', height: '70', diameter: '15', loadIndex: '112/110', speedIndex: 'R', vehicleType: VAN },
  { width: '295', height: '80', diameter: '22.5', loadIndex: '152/148', speedIndex: 'M', vehicleType: TRUCK },
  { width: '315', height: '70', diameter: '22.5', loadIndex: '154/150', speedIndex: 'L', vehicleType: TRUCK },
  { width: '315', height: '80', diameter: '22.5', loadIndex: '156/150', speedIndex: 'K', vehicleType: TRUCK },
  { width: '385', height: '65', diameter: '22.5', loadIndex: '160', speedIndex: 'K', vehicleType: TRUCK },
] as const
