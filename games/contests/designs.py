"""Tables of round robins for 3 to 6 seats, found by a long search, ``tests/contests/designs.py``.

By the number of entries and how many sit at each table: rounds, their tables, and at each table the entries
from a to x in the order of seats.
"""

DESIGNS: dict[tuple[int, tuple[int, ...]], str] = {
    (4, (2, 2)): ("cd ab/bd ac/da bc"),
    (4, (3,)): ("bcd/adc/dab"),
    (5, (3,)): ("bce/cbd/aec/dab/eda"),
    (5, (3, 2)): ("abe cd/bec da/eca bd/acb de"),
    (5, (4,)): ("abde/bacd/cdeb/ecba"),
    (6, (3, 3)): ("abf cde/dfc bea/fac ebd/ecf adb/dae cfb/bca fed"),
    (7, (3, 2, 2)): ("abd cf eg/bce gd fa/agc de bf/cdf ea gb/feg dc ab"),
    (7, (3, 3)): ("aeg bdf/cab fgd/gbc dae/ebg cfa/agd ecf/bfa dce"),
    (7, (4, 3)): ("acef bdg/dafg cbe/dbae fgc/egcd afb/efgb cad/bdfc gea"),
    (8, (3, 3)): ("cde bgh/ceg ahf/efh gad/dhe bfc/dbf hca/aeb fdg"),
    (8, (3, 3, 2)): ("adg beh cf/fgb dhc ae/haf cge db/bca efd gh"),
    (8, (4, 4)): ("abef cdgh/bahd cefg/dcae fgbh/gbde hfca/dhef acgb/eahg bdfc"),
    (9, (3, 3, 3)): ("adg beh cfi/eia fgb cdh/haf ibd gce/abc def ghi"),
    (9, (5, 4)): ("acghi bdef/cadif ebhg/dgaeh fibc/hefac gbid/aebcg ifdh/chfgd baei/dchab egif/fhgba idce"),
    (10, (3, 3, 2, 2)): (
        "adg chi jf be/dij abc gh ef/deh gif jc ab/fha gjb cd ie/bfd cge hj ia/eaj hbi dg fc"
    ),
    (10, (3, 3, 3)): ("fjb cgh aei/fic ejg dhb/idf bce haj/gbi jad efh/deg hij cba/bhe jcd agf"),
    (10, (4, 3, 3)): ("aceg fij bdh/ehdj gaf cbi/efch dai jgb/cdjf igh abe/befi dcg hja"),
    (10, (5, 5)): ("cdfgh abeij/bcdji eaghf/dhabc fijeg/hgicb jaefd/cjhde gfbai/becfa idghj"),
    (11, (3, 3, 3)): ("jch abd egi/hae bfg dck/keb gja fic/cde akf ibh/ghk eai jdb/dig bkc fej/cga ijk hfd"),
    (11, (3, 3, 3, 2)): (
        "bgk jca ehi df/cjh ibd efg ka/jke gbh adf ci/bik fha dej gc/fkc aeb ijg hd/agi cde jbf kh/bec gkd fi"
        "j ha"
    ),
    (11, (4, 4, 3)): ("befj cdhk agi/facg ekih dbj/ibcf hade jgk/ikab ecgd fjh/ahjc dfgi bek/kdfa ciej ghb"),
    (11, (6, 5)): (
        "defghj abcik/bcehfk gadji/cdakgf ehibj/hgbcdi ejkaf/ifgeab jkhdc/kijceg adhfb/daeikh bcfgj/cbajde fg"
        "ikh"
    ),
    (12, (3, 3, 3, 3)): (
        "dfk aej bgh cil/cfg ijd elb hka/kbi laf ghj cde/jgi dhc efk abl/jkl gad bcf hie/idb kac leg fjh/bcj "
        "dlh egk fia"
    ),
    (12, (4, 4, 4)): (
        "bchl efik adgj/fakb cgji delh/ibad cjef gklh/gibe ahfc jldk/kcdg lfia behj/eacl hjki dbfg"
    ),
    (12, (6, 6)): (
        "abfhij cdegkl/bacgli dehfjk/fcjlad egbkhi/gkljbf hiacde/ijgefc khdalb/jlaegh bfidck/dgkija lcfbeh/af"
        "chkg ebdjil"
    ),
    (13, (3, 3, 3, 2, 2)): (
        "lcm dhi abf gj ek/jfl bie kag md hc/fec igb hmk ad lj/bcd egi jah kl fm/lbh ifk dej ca gm/fhg ela ci"
        "j dk mb/aim jkb gdl he cf/kgc adf mje il bh"
    ),
    (13, (3, 3, 3, 3)): (
        "fgj ahm bel cdi/gab dje fhk lmc/ecg ibf jlh mkd/kbe ghm cfl jia/bdh aec lmj igk/cjb gli daf ekm/hie "
        "kcj dlg fma/mbi akl hcg efd"
    ),
    (13, (4, 3, 3, 3)): (
        "beil fgj ahk cdm/gjlm dib acf ekh/kbfg jad cie hlm/dghi mek lfa bjc/mdck jbe fhl gai/klbd imf aeg ch"
        "j/hmab ikj efd lcg"
    ),
    (13, (5, 4, 4)): (
        "abchm fgkl deij/bcgil eamk hdjf/cgejh klad fibm/cifdk lbhe gjma/iklmj dhbg acef/emdgf bjck hail/gekh"
        "i mdlc jfab"
    ),
    (14, (3, 3, 3, 3)): (
        "bcj ain dkl fgh/gla cmk ebi jdf/kbc mjg ihe lfn/bed hnk lam cfi/ncl dhm aej ikg/efh gcd jil mnb/kle "
        "fgb hac ndj/cme lbh dgi akf/eng fim hjk bda"
    ),
    (14, (3, 3, 3, 3, 2)): (
        "fjn bcl gik aem dh/jmb ncf elh idg ka/dbe hkc lmn afi jg/nad cei mkj fgl bh/ghm icj ebf knd al/neg h"
        "ja mdc lfk bi/cga knb dfh ilm ej/gab jdl hin cke fm"
    ),
    (14, (4, 4, 3, 3)): (
        "efjn ghkl acd bim/hegi cdbk fln jma/mkfh lacj dni bge/nbha delm icf kjg/aike cmng fbl hdj/jlib gadf "
        "ehc knm"
    ),
    (14, (5, 5, 4)): (
        "ejlmn cfgik abdh/beghj kacnm difl/fknbe gcmdh ilaj/ndjfg hmeki labc/chinl mgaef jbkd/bfjmc eniad ghk"
        "l/imngb fjhka dcle"
    ),
    (15, (3, 3, 3, 3, 3)): (
        "aho jkm bdf gln cei/mod enh igk abc fjl/dih nfa ocj emg klb/iaj lde kno cfg hbm/fhk loi mcn bje dga/"
        "oef aml nib ghj ckd/jdn eak fim hlc bgo"
    ),
    (15, (4, 4, 4, 3)): (
        "aeim bfjn cgko dhl/elob hcni gdmj fka/lnga kmbh iodf cej/jaho mlfc ndek big/abcd efhg ijkl omn"
    ),
    (15, (5, 5, 5)): (
        "chlno afgij bdekm/kamon dbhjg ecfli/geocd ijnml fhabk/hmcjf lobda ngiek/dikhl jncab meogf/ocjke algh"
        "m bfdin/eahoi cbklg fdmnj/hmnbe giacd jklfo/iobmc knfgh ljdea"
    ),
    (16, (3, 3, 3, 3, 2, 2)): (
        "iop bkm cgl afh dn ej/lmp ade gho jcn ik fb/min old jak bfg hc pe/gmj ehi dlf nob ca kp/hkl fgn meo "
        "iba dj cp/bic gdh pfj lok am ne/ojc ekf pag hbm ln id/kgi jhb fpo nla ec md/bpd aeg jil cfm kn oh/dc"
        "k hnp lbe oaj gm fi"
    ),
    (16, (3, 3, 3, 3, 3)): (
        "egl aho bdi fnp jkm/cmh kef ipg lod nab/alk gfm hbe djn oic/dfk pea blj mhi gcn/kce hdp mag fjo inl/"
        "jca kgi eon lfh pmb/opm cbf nhk eij agd/bko gjh fia dme lpc/mnl iaf ced obg jkp"
    ),
    (16, (4, 4, 4, 4)): (
        "aeim bfjn cgko dhlp/fapk belo hcni gdmj/lnag kmbh jpce iodf/ojha pigb mlfc nked/abcd efgh ijkl mnop"
    ),
    (16, (6, 5, 5)): (
        "bdefjp hikno acglm/pclkeo jabmh dfign/egaodh ibmlp fjnck/mhcben gopji kldaf/apfhci kmodb lnjeg/nkbpa"
        "g cdhjl oefim"
    ),
    (17, (3, 3, 3, 3, 3)): (
        "imp hno gjl bek adq/mah eij dkn oqb clf/fge poa cdi klm jhq/akg lod jmc bfp nqi/qgm pbd hik oec fjn/"
        "abj kcq ehl npg mfo/jpk qme gbh ifd lna/del ogi hcp qaf mnb/fkh gdj eia lqp bcn/ilb kjo npe cag dhm"
    ),
    (17, (3, 3, 3, 3, 3, 2)): (
        "clm abk eog hjn dip fq/qeh mnp ldf agc job ik/jac noq eil kpm fhg bd/okl aij dne pgq mfb ch/ame hpb "
        "kcd ifo lqj gn/odg mqa jlk pbe ncf hi/fjp oad qec gmi bln kh/hla qbi ngk cpo djm ef/coi bgl jmn paf "
        "dqh ek/mho ina gej fkq bcd lp"
    ),
    (17, (4, 4, 3, 3, 3)): (
        "begn jlpq hio acf dkm/deqg fbkp oaj cim lhn/goqk inad bjh cpe mfl/fnlo pgdj khc aei mqb/dbcl fgji em"
        "o hap qkn/edfh gboc ipq kla jmn/ilke pghm ofd ncj aqb/lmga qchf nop bdi kje"
    ),
    (17, (5, 4, 4, 4)): (
        "abfho empq cdjn gikl/dhlfq knmo aceg bijp/hdoei ngbk lqcm fpaj/blehn podg ifmc jkqa/lanip defk ocqb "
        "hjgm/qfing mabd ckhp ejlo"
    ),
    (17, (6, 6, 5)): (
        "acdegk bhlmnp fijoq/deghin caflmq jbkpo/gjnqbc idoapl efmkh/hobcdf mgpiaj klqne/lehjci nmagko pqbdf/"
        "qkabih dnjflg opcem/cfiknp abedjm ghloq"
    ),
    (18, (3, 3, 3, 3, 3, 3)): (
        "bnq cho gmp adi fjr ekl/dfm iqg ork pbc hlj nae/kib qod mah jef rpn lcg/bdj oga cmn fkp hir elq/drl "
        "neh mbo icf pqa gjk/lpb hjo fgn kqd rcm aei/abr kln ijp cde qhm gof/bge nio dph lfa jkm qrc/caj oil "
        "emr pnd ghk bfq/mli jnq eop akc rdg fhb"
    ),
    (18, (4, 4, 4, 3, 3)): (
        "afkp dmno eghi jqr bcl/klmp bion chfr gjd qae/lpij cdgq nrak efo hbm/ragl ikbd mpce hoq fjn/olqa pgb"
        "h ncif jmr dek/qnpg khjo aicm rbe dfl/andh gokc mqfb lri pej/odpr elhn bcaj ikq fgm"
    ),
    (18, (5, 5, 4, 4)): (
        "cgijp aehlm dfqr bkno/ebgkr hlopq fijm nacd/kcdeh jobfl inmq gpra/hqpmb lrenj oadi cfkg/rhiko qjabc "
        "pefn dmlg/bilcn jdmpk egoq ahfr/ibpde fkqla gjnh mcro"
    ),
    (18, (6, 6, 6)): (
        "bdefhq cgimno ajklpr/dbimjn eaflro gchkqp/joqrbc keandg fhlipm/mdfaoj iprqge hknclb/nrpdcf lmoekq ab"
        "jgih/onbpqa ciejfk rlghmd/fqgjln dhkori pacbem/qcdial ejhnop bfmgkr"
    ),
    (19, (3, 3, 3, 3, 3, 2, 2)): (
        "mop kqs hil aeg bcn dr fj/eio gln pah jbr fdk qm cs/ghj epd anq lsf rki ob cm/hkb idm slr acf njo eg"
        " pq/isa bfp qrg cdh kne lo jm/oak rem blq nhf icj sp dg/fgi sbe hra jpl mkn qc od/ehq abd pic gms rf"
        "o kj ln/mal gpb soh rkc dqj ni fe/kgp bfm oqi lce nsd hr aj/iab pnr jes dlk cog mh qf"
    ),
    (19, (3, 3, 3, 3, 3, 3)): (
        "dik agn fos jlp bhm cqr/eai mnl osd pcf gkq rbj/neo kjm dpg lqc ish frb/ade smr bop gil hjq ckn/qeh "
        "ocg jas nrk mpi dfl/qma esc inb pgj fhk rlo/kbl hdc jfn ioq gme pra/fgi qjk acb snd elr mho/cnm bef "
        "dij sqp hrg oka/rdm gbs cjo nfq kpe lah/icr amf lks hpn bqd egj"
    ),
    (19, (4, 4, 4, 4, 3)): (
        "aepq fmhr glns biko cdj/ekqn dfgi hasb jmlp ocr/rjah lgim pqod nbef ksc/spdf nohg qkbl mrce iaj/agrk"
        " delo pnsj hiqc bmf/lbdr cnoa khmp fjgq esi/ileh gcpb jofk mdan qrs/oqms rpni egbj afcl dhk"
    ),
    (19, (5, 5, 5, 4)): (
        "beghn admps cfjkr iloq/hjnsq eaflm dbpro gcik/fhqad orsce knlbp igmj/ackoh ldrng msbfi pqej/niaer sp"
        "hgk qmbdc fojl/cinpf jagob ekdqs rhlm/blcsa dehij gfprq kmon"
    ),
    (20, (3, 3, 3, 3, 3, 3)): (
        "fno eqr gjm chl adk pst/ote acg bhi nrs kfp dmq/lpf rtd joa ekb icn hqs/tbc glk fhj oir eam dnp/lrt "
        "qbg sij hef kmn cpa/tsg jel qao bkc idh mfr/god saf pei kjt lbm crq/mcs nge ati hkr loq bdj/ojc fqt "
        "esd ilm nab pgh/rha bpo dsl fgi jnq tme/sfb qik jrp gln cde hmo/kos mqp dcf ajl nth rbg"
    ),
    (20, (3, 3, 3, 3, 3, 3, 2)): (
        "dfo aei lns bpt cjm ghr kq/hsb icl pfq okr adg mte jn/bkj tgd rim nap ecf oql sh/hdn lba gqc frt mos"
        " pek ij/qar jlp ctd ksi nmf eoh bg/diq abe cfh ogj tkn rsl pm/kmg hlt obc dpr sfa ejq in/fib dek mac"
        " gln jrh qts po/hqm gio taj lkf nre scp bd/kha jsd fpg qti cno rmb le/nbq ihp aot egs mdl rck fj"
    ),
    (20, (4, 4, 4, 4, 4)): (
        "klpq bcej ahim fgnt dors/cdmn iqto gbhk jflr easp/mekf otja ricg nsbh lpqd/traf qsge imnl bkoc hjdp/"
        "dltb saki chfq penr gjmo/mqrb fgpk acln htjs edoi/jeig kndt lfsc qbam ophr/bifd pmct nkqj sogl areh/"
        "fnoq thle ijbp rkms cdga"
    ),
    (20, (5, 5, 5, 5)): (
        "bejkq cfhil admop gnrst/iakts dfejn hloqr mbcpg/fpsbh jctrm egalk niodq/thime koprf lsdgj aqbnc/gknh"
        "m pijqs otflb craed/rblmi qdgft sekco hjnap/bhdkr icgjo elptn fmqsa"
    ),
    (21, (3, 3, 3, 3, 3, 3, 3)): (
        "gho fjn imt lqs bdp crk aeu/qtc duk ors pfl hmn jbi eag/kie uhq acj nsb lot dgf mpr/klq mad sop rbg "
        "cef jth inu/tif mjq bla pru edn gsk hoc/ucp okm sgi rta lhj nfb dqe/cnl bhm api tkd fus oqr egj/jsd "
        "icq gnt beo mua hpk lrf/dih fmo ugl pte kbc qas rjn/afh jpg qub ter skm cdl noi/tbu hse qnp oad gmc "
        "ilr kfj/rdh ujo pib nka fqg elm sct"
    ),
    (21, (4, 4, 4, 3, 3, 3)): (
        "bknu cimt glps efr joq adh/fubj icgr hkql net dps mao/ktjb rgad lceo fsi mhu qnp/tulq ajep rsbm chf "
        "ikd ogn/qsue bdct lorn kaf gjh pmi/abil ousk jnpc qfg edm hrt/mlfn tiug sboh dej cqa prk/ntsa ufhp d"
        "ioq jrc lmb egk/kqmr ijls begh opt uac fnd/nhei toaf rldu gmj pbq sck"
    ),
    (21, (5, 4, 4, 4, 4)): (
        "fjpsu ctrk amoq dein bghl/manbs gcji hqku pdtf eolr/ibcpr ntgo qhse kfad jlum/rubet oahj dsqg lnfc i"
        "pmk/ucnoq thpa fgem bkdl rijs/kfiso enlp cdmh jbqt argu/litqa mpsg oubd cekj hrfn/njdrm bfhi slot gq"
        "cp ueka/poehj gknb dsac qlrf tmui"
    ),
    (21, (6, 5, 5, 5)): (
        "qbdkmc efjlt uhnpa giors/hjiqpu sbedl ckfno magtr/klosqp aecgh fjbru idtmn/jmlhco bgduf rpaik nqset/"
        "bnkegj qsrcu otpad lhmfi/glhnqr pcftb uoame sdijk/cfjsan dihob tugkl meqpr/eknuoi fmsgp jalqd hrtbc/"
        "ksuhmt pgcde lnroj iqbaf/drefhk aculi npmbs otqjg"
    ),
    (22, (3, 3, 3, 3, 3, 3, 2, 2)): (
        "jov aeg bfm chr nst dku pq il/hin eck gbs fdp oqr tva lu mj/kgb rfi svl haj pte mqu co dn/tvi blq ej"
        "n fao sdh gpc km ur/jps gfh obd ikt aue nqc mv lr/acm iep fkl qth bdj unv rs og/pua jlg csb kno diq "
        "emr vh tf/vbe hcu rad lmt qjk sop nf gi/rtj abi uho mks lpn cvf dg qe/esf bth kpv noa irg mdq ju cl/"
        "vgq oel hmp rnb siu tcd ak fj/imo dal pbc nsj ugt krv eh fq/hlk vde jci gnm buf qas pr ot"
    ),
    (22, (3, 3, 3, 3, 3, 3, 3)): (
        "abl gho cnr efi suv dkt jmp/iom rdj pvq uah slf ktn bcg/bsd aek niu opf lqm vgj hrc/tgl cje ipb muk "
        "fdq rva nos/psc lnr jkq oev hit umg dfa/mdn kbh qjo sle tap gri ucf/jtb qru fhm vid npe clo gks/asi "
        "dcg mrb euj ftv hnq kol/qtc obu deh ajn rfk smv lgp/rst cvk gnf bqe ijl uhp oad/vlh pkd iqs mca fbj "
        "tuo egr/qag ldu por bvn emt jhs kic"
    ),
    (22, (4, 4, 4, 4, 3, 3)): (
        "cvml bhir fnos dejk gqt apu/otvp lcgu eafh qbsd kmr ijn/svln adkg juhm tfeo riq pbc/ckfj mabt nrue h"
        "lpq vgd ios/fmai egrv koql hntc jsp udb/lrja dhnt meqs gcip ouk bfv/cedi pstk raho ngmb ufl qjv/epmq"
        " svau dcoh bikn jtl frg/pdrf tiuv hksg nqac lbe mjo/stcr gobj anpe ildm vkh quf"
    ),
    (22, (5, 5, 4, 4, 4)): (
        "thjlc bemru dpqs fgno aikv/eadhn kloqs ibcf jrpu gmvt/hfunk ptegi lmac vdsj oqrb/qafbt uodch rsgl ej"
        "vk pnim/skhim avfgr ncjq uotp bdle/nbotv heirq klpa fjmd cusg/qnuvl cfesp mhao drti gkbj/jilfo staue"
        " vpbh rckn dqgm/iuqaj tdrkf lghp ovce msnb"
    ),
    (22, (6, 6, 5, 5)): (
        "ainqrv cghlpt befou djkms/lcdrvq efpsgu hktji mabno/ibceqk fhapjr gosvm ndtul/jpqbuo rmetad cslfi kn"
        "vgh/blirng uvjdfh mtqse paock/oripts ejukln fqgad vbmhc/tuakvi gceorj hflmq sdpnb/kqrump agbjsl ntcv"
        "f dehio/imudgc jhoqns rkftb lpvae/surcha pinejm oldfk qvgbt"
    ),
    (23, (3, 3, 3, 3, 3, 3, 3)): (
        "hqw ags fno drt bek cpu lmv/isc gva odl uef pth nkr jbq/kwi qfg stm eoj ulb rcd vhn/gin mae hop jqr "
        "wkl cfs tbv/dkq ajp cgh fnt rve lsw imo/alq wdf mrg bhi ocv enp suj/bfp twa gou esd kqm vij lnc/uhm "
        "bkn egl ifr qts pvw jac/kct djh svf owb nuq mai plr/qio jmf wru vpd hsk cbg nea/bmw uda vcq jno gkp "
        "tie rhl/afh dbg ors pqi kuv ljt wec/qve gwj aok mdn htu fli spb/fjk rab iud tgo ehl cpm nsw"
    ),
    (23, (3, 3, 3, 3, 3, 3, 3, 2)): (
        "flu kps bqw jnv eim cht agr do/hvf lae suc nbq otd jrk gip mw/wcr ito msg afn uvl bhj pde qk/lpa gbh"
        " dfs kwi tmq jeu cno rv/oqa fck irn vdm egh tjl suw pb/kog hrd qcv umb wel npt isj fa/oup hlk dgn qf"
        "i tvw ajm rsb ce/pmc ldi enr soq jhf bkv uat gw/bcd gqu lmn kte ahs wjp rfo vi/cgj itb eov dwa pqh n"
        "ku mrf ls/hnw udk obl ftg jpr aic svm qe/ncd hui kma bef rlq wjo vgp ts/dqj rut vab ens fpw moh clg "
        "ik"
    ),
    (23, (4, 4, 4, 4, 4, 3)): (
        "bruv ginq adhk cfjp most elw/oqvg natc fhku jwlr dbes imp/unow hsri tjdm pgab lcqf kev/qmpe wbch kug"
        "l sajo vtfi rdn/lvpj fgho cksa dwin mbqr etu/qfwd psgu aioe bjkt hclm nvr/iscv qujd reaf thbl nokp g"
        "mw/vpdh ermk wqta uobc slfn gji/fnmb jhqs oprt cdeg ailu kwv/mauv rctg bkiq henj pfsw dlo"
    ),
    (23, (5, 5, 5, 4, 4)): (
        "ftgoc behmv wiqrd akpu jlns/uadpf hcsqk ebolr mjtw gniv/runvo dsbjm ihkfl qgae ptwc/dejgi uqcbh lmrt"
        "a kvwf nosp/ndeht vrcaj swlug bpfi oqmk/ghlmp cfrse ijuqt owvd abkn/hajof kgtrb vlqdp mcin esuw/fnme"
        "q tublv jrphw sioa cdgk/tvhis qwabn rmfgu lodc pkej"
    ),
    (23, (6, 6, 6, 5)): (
        "abefgs dnqtuv cjmopr hiklw/edhmrn fgipvo bcjksq lauwt/phacqu jenvok gldsmw iftrb/osfudj mqveil npwbc"
        "h ktrga/twoeqb ukdhfi rvsnlc gmpaj/qfhmnt cugije vordwa sblpk/ainosm decktp wrfjlq ugbvh/baijnd fckw"
        "mv epqrus hlgto/inwqpg kmburo ldacef jhtsv"
    ),
    (24, (3, 3, 3, 3, 3, 3, 3, 3)): (
        "ajq cps bdl kox mtu eiw hnr fgv/nxf gkt lso qui cem rab jvp dwh/lrk ucx sad thj vbm pfw gin oqe/nms "
        "ilc dpr jug xet wov bhk fqa/mto hvq elp dgj kcf wxa rsu bin/tbg sre phm jki oud avx qnc fwl/akp vln "
        "hfo uje cgs dqt xwb imr/nop qrw ltj ikm sxh vcd ubf eag/wpc ksv ghl mxq enu adi ojb rft/cfj lma hio "
        "tsw qrv pbu dnk xeg/rjx gwm klq uah fis vde boc ptn/xdl chr tvi jms noa bef wuk gpq/sqb jnw ipx mfd "
        "ekh ogr luv act"
    ),
    (24, (4, 4, 4, 4, 4, 4)): (
        "ajlt egox drsu hikw cfmp bnqv/mauo gsxn kbtc pdwr fevi jlhq/bgph icra qkej twnx luvm sodf/enwl acfh "
        "otgi vpks rmjb uqxd/fxbm weov guak dhcl jnip qrst/ibuw epta vdgj hfqs cmno xklr/ovrh sajw nbef kxpu "
        "lcgq mtid/rwfg xiaq tscv ujhn demk plbo/wjxc gknr fltu avdb ioqp hmse/mqwg jfok bils thvx crue napd"
    ),
    (24, (5, 5, 5, 5, 4)): (
        "afkpu bglqv chmrw dinsx ejot/hbtun icpvo jdqwk ferxl gasm/oqxah lsucj mtvdf npewg ikbr/twali bxjpm r"
        "ugod svhke cnqf/vajnr wofbs xkcgt emuiq pdlh/abdec fgijh klmno qrstp uvwx"
    ),
    (24, (6, 6, 6, 6)): (
        "acdeps ghjkmr bltuvx finoqw/jfkwxn cbmpuq haistv deglro/ldvnwm igbrfp kochsu ejqxat/nkavob mxechi qr"
        "sdlf puwtgj/vmhfpl aqbgdk snuiej otrwcx/tefmku prlanc wsxqvg bdoijh/gmnost cijklq uvprxd fwhbea/dafj"
        "um lcgtbs ekivrw xhonqp/ipdxtk hlauwo nfcegv jbqsmr/kswpbe mgxail ojvcdf rtuqhn"
    ),
}
