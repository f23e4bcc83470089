//! Stop words, by language.

/// The function words of languages. No term starts or ends with them, and they are not names on their own.
/// A term may contain the words after the bar.
pub const STOP_WORDS: &[(&str, &str)] = &[
    (
        "de",
        "aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis \
         bist da dabei dadurch damit dann das dass dein deine dem den denn dennoch des dessen deshalb \
         die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer \
         eines einige er es etwa etwas euch euer für gegen gibt hab habe haben hat hatte hatten hier \
         hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins ist ja jede \
         jedem jeden jeder jedes jedoch kann kein keine keinem keinen keiner können man manche mehr \
         mein meine mich mir mit muss müssen nach neben nicht nichts noch nun nur ob oder ohne sehr \
         sei sein seine seinem seinen seiner seit sich sie sind so sogar solche soll sollen sollte \
         sondern sowie über um und uns unser unter viel viele vom vor wann war waren warum was weil \
         welche welcher wenn wer werden werde wie wieder wir wird wo wurde wurden während zu zum zur \
         zwar zwischen | der von für des",
    ),
    (
        "en",
        "a about above after again all also although am an and any are as at be because been before \
         being below between both but by can cannot could did do does doing done during each either \
         even every few for from further get gets had has have having he her here hers him his how \
         however i if in into is it its itself just less many may me might more most much must my \
         neither no nor not now of off on once one only or other our ours out over own per rather \
         same shall she should since so some such than that the their theirs them then there these \
         they this those though through thus to too under until up upon us use used uses using very \
         was we were what when where which while who whom whose why will with within without would \
         yet you your yours | of for in to the",
    ),
    (
        "es",
        "a al algo algunas algunos ante antes aquel aquella así aunque cada como con contra cual cuando \
         de del desde donde dos durante e el ella ellas ellos en entre era eran es esa esas ese eso \
         esos esta estaba estado están estas este esto estos está fue fueron ha había han hasta hay \
         la las le les lo los más me mediante mi mientras muy ni no nos nosotros o otra otras otro \
         otros para pero por porque puede pueden que qué quien se según ser si sido siempre sin sino \
         sobre son su sus también tan tanto te tiene tienen toda todas todo todos tras tu un una unas \
         uno unos y ya yo | de del la las los el a en para",
    ),
    (
        "fr",
        "a à afin ai ainsi alors après au aucun aucune aussi autre autres aux avant avec avoir car ce \
         ceci cela celle celles celui ces cet cette ceux chaque chez comme comment d dans de depuis \
         des deux doit dont du donc elle elles en encore entre est et étaient était été être eu eux \
         fait ici il ils j je l la le les leur leurs lors lorsque lui m mais me même mes moins mon n \
         ne ni non nos notre nous on ont ou où par parce pas peu peut peuvent plus plusieurs pour \
         pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si \
         sinon soit son sont sous sur t ta te tel telle tes ton tous tout toute toutes très tu un une \
         vers vos votre vous y | de du des d la le les l à en au aux pour",
    ),
    (
        "it",
        "a abbiamo ad agli ai al alcuni alla alle allo anche ancora avere c che chi ci ciò come con \
         contro cosa così cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle \
         dello dentro deve di dopo dove due e è ed era erano essere fa fino fra gli ha hanno i il in \
         invece io l la le lei li lo loro lui ma mentre mi molto ne negli nei nel nell nella nelle \
         nello noi non nostro o ogni oltre per perché però più poi prima può quale quali quando quanto \
         quasi quella quelle quelli quello questa queste questi questo qui se secondo sei senza si sia \
         sono sopra sotto stato su sua sugli sui sul sulla sulle sullo suo suoi tra tutti tutto un una \
         uno vi voi | di del dell della dei degli delle da dal a al alla in la il",
    ),
    (
        "nl",
        "aan al alle alleen als altijd andere ben bij daar dan dat de der deze die dit doch doen door \
         dus een eens en er ge geen haar had hadden heb hebben heeft hem het hier hij hoe hun iemand \
         iets ik in is ja je kan kon kunnen maar me meer men met middels mij mijn moet moeten na naar niet \
         niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot tussen u uit uw \
         van veel voor waar want waren was wat we wel welke werd werden wie wij wil word worden wordt \
         zal ze zei zelf zich zij zijn zo zonder zou zouden | van de het voor der",
    ),
    (
        "pt",
        "a à ainda algumas alguns antes ao aos apenas após as até cada com como da das de depois desde \
         do dos e é ela elas ele eles em enquanto entre era eram essa essas esse esses esta está estão \
         estas este estes eu foi foram há isso isto já la lhe mais mas me mesmo meu minha muito muitos \
         na não nas nem no nos nós nossa nosso num numa o onde os ou outra outras outro outros para \
         pela pelas pelo pelos pode podem por porque qual quando que quem se seja sem sempre ser seu \
         seus sido sob sobre são só sua suas também tão te tem têm ter toda todas todo todos tu um uma \
         umas uns você | de da das do dos a o em para",
    ),
];
