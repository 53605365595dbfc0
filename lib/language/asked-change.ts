/**
 * Where or how something is changed: "how can I make that time longer", 在哪里能改这个时间. That it is so long, and until when,
 * is no way to change it: what answers says to change or set something, or names the key that does.
 */
export const asksChange = (ask: string): boolean => changing.test(ask) && !notChanging.test(ask);

const changing =
  /\b(?:how|where|can|could|which setting|what setting)\b.*\b(?:change|adjust|raise|lower|increase|decrease|reduce|extend|shorten|lengthen|enlarge)\b|\bmake\b.*\b(?:long|short|larg|bigg|small|high|low)er\b|(?:哪[里裡儿]?|怎么|怎麼|怎样|如何|能|可以).{0,6}?(?:改|调(?!用|试|度)|調(?!用|試|度)|延长|延長|缩短|縮短|放大|缩小)|[把将].+?(?:改|调|調)(?:成|为|大|小|长|短|高|低)/iu;
const notChanging = /改(?:错|好|完|动|了|名)|(?:未|没|沒|被|已)[经經]?改/u;

export const saysChange = (text: string): boolean => says.test(text);

const says =
  /`[^`\s]*[._-][^`\s]*`|(?:^|[\s`])--\w|\b[A-Z]+_[A-Z_]+\b|\b(?:chang|adjust|rais|lower|increas|decreas|reduc|extend|shorten|lengthen|enlarg|set|configur|modif|edit|overrid|choos|select|customi[sz]|specif|switch)(?:e|ed|es|ing|s|y|ies|tings?)?\b|\b(?:longer|shorter|larger|bigger|smaller|higher)\b|修改|更改|改[为成变用动]|可改|调[整节大小高低长短]|調[整節大小高低]|设[为成定]|設[為成定]|设置(?![里中内]|页面|界面|后)|設置(?![裡中])|配置|选择|指定|传入|延长|缩短|放大|缩小|变量|参数|选项/u;
