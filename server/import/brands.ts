import { spellingTable } from './values/spelling.ts'

/** Brands with their spellings in price lists. Case, and the choice between spaces and hyphens, do not matter. */
export const BRANDS = spellingTable(
  {
    Amtel: 'Pirelli Amtel',
    Bars: 'Барс',
    BFGoodrich: 'BF Goodrich; Goodrich',
    Blackhawk: 'Blackhawk (Sailun Group Co., LTD)',
    Bridgestone: 'Бриджстоун',
    Continental: 'Континенталь',
    Cooper: 'Купер',
    Cordiant: 'Кордиант',
    DoubleStar: 'Double Star',
    Dunlop: 'Dunlop JP; Данлоп',
    Formula: 'Pirelli Formula',
    'General Tire': 'General',
    Gislaved: 'Гиславед',
    Goodyear: 'Гудьер; Гудиер; Good Year',
    'GT Radial': 'Джи Ти Радиал',
    Hankook: 'Ханкук',
    'Ikon Tyres': 'Ikon; Ikon (Nokian Tyres); Ikon Tyres (Nokian Tyres); Autograph',
    Kumho: 'Кумхо',
    Laufenn: 'Hankook Laufenn',
    Leao: 'LingLong Leao',
    LingLong: 'Ling Long',
    Marshal: 'Маршал',
    Matador: 'Матадор',
    Michelin: 'Мишлен',
    'Nokian Tyres': 'Nokian; Нокиан',
    Nordman: 'Ikon (Nordman); Нордман',
    "O'Green": 'O`Green',
    Pirelli: 'Пирелли',
    RoadX: 'Sailun RoadX',
    Torero: 'Torero (Matador)',
    Tornado: 'Tornado (Advance Holdings)',
    Toyo: 'Тойо',
    Viatti: 'Виатти',
    Voltyre: 'Волтайр; ВолШЗ',
    Warrior: 'Warrior (Double Coin Holdings)',
    WestLake: 'West Lake',
    Yokohama: 'Йокохама',
    Алтайшина: 'АШК',
    Белшина: 'Belshina',
    Кама: 'Kama; НкШЗ',
    Омскшина: 'ОШЗ; Omskshina',
    'Double Coin': 'DoubleCoin',
    iLINK: 'I-Link',
    Днепрошина: 'Dneproshina',
    'Кировский ШЗ': 'КШЗ',
    Росава: 'Rosava',
    'Ярославский ШЗ': 'ЯШЗ',
  },
  `
    Accelus; Advance; Altenzo; Amberstone; Annaite; Antares; Aoteli; Arivo; Atlander; Attar; Aeolus;
    Aurora; Autogreen; Barez; Blacklion; Boto; Cachland; Centara; Chaoyang; Comforser; Compasal;
    Contyre; CrossWind; Delinte; Evergreen; Falken; Firemax; Firestone; Forerunner; Fortune; Forward;
    Fulda; Ginell; GiTi; Goldstone; Goodride; Goodtrip; Gripmax; Haida; HiFly; Inroad; Kapsen; Kelly;
    Kingstar; Kormoran; Landsail; Landspider; Lanvigator; Massimo; Maxxis; Mazzini; Mickey Thompson;
    Mileking; Nankang; Nexen; Nitto; NorTec; Onyx; Ovation; Powertrac; Predator; Prinx; Rapid; Razi;
    Roadboss; Roadcruza; Roadmarch; Roadstone; Rotalla; Royal Black; Sailun; Sava; Sonix; Sunfull;
    Taitong; Three-A; Tigar; Titan; Tourador; Tracmax; Triangle; Tunga; TyRex; Vittos; Vredestein;
    Wanda; Yatai; Yatone; Achilles; Antaeus; Aosen; Aplus; Apollo; Arestone; Armstrong; Austone; Avon;
    Barkley; Barum; Bearway; BKT; Black Arrow; Bluestar; Bontyre; Camso; Carlisle; Ceat; Copartner;
    Cordiant Professional; Crossleader; CST; Dayton; Debica; Deestone; Delmax; Diamondback; Double Road;
    Doublestone; Duraturn; Duro; Dynamo; Ecovision; Effiplus; Emrald; Esatto; Farroad; Firelion;
    Firenza; Forza; Fronway; Fullrun; Funtoma; Goform; Golden Tyre; Goldshield; Goodnet; Grandstone;
    Greenlander; Greentrac; Gremax; Grenlander; Grit King; Habilead; Haohua; Heidenau; Hengda; Huasheng;
    Insa; Interco; Invovic; IRC; Jilutong; Jinyu; Joyroad; Kelun; Kenda; Kinforest; Kleber; Kpatos;
    Kustone; Lakesea; Lassa; Longmarch; Luxxan; Mabor; Malatesta; Maloya; Marangoni; Maxtrek; Mayrun;
    Metzeler; Minnell; Mitas; Neolin; Neoterra; Nereus; Neuton; Nordexx; Normaks; Novex; Opals; Orium;
    Ornet; Otani; Paxaro; Petlas; Pneumant; Power King; Premiorri; Ralson; Roadking; Roadsun; Roadwing;
    Rockblade; Routeway; Rovelo; Royalblack; Rydanz; Saferich; Sailwin; Satoya; Semperit; Sentury;
    Shinko; Silverstone; Sime Tyres; Starmaxx; Sumitomo; Sun.F; SunF; Sunitrac; Suntek; Sunwide; Tatko;
    Tegrys; Teraflex; Tercelo; Tianli; Trazano; Trelleborg; Tristar; Tutric; Tyfoon; Unigrip; Uniroyal;
    Vheal; Vitour; Wanli; Wideway; Windforce; Winrun; Xcent; Yinbao; Zeetex; Zestino; Zextour; Ziarelli;
    Zmax; Нижнекамскшина; НШЗ`,
)
